// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartChecksTest {

    private static final Instant NOW = Instant.parse("2026-11-29T02:20:00Z");

    @ParameterizedTest
    @ValueSource(longs = {-30, -1, 0, 5, 35})
    void shouldAcceptAStampWithinOurTwoReadingsAndThirtySecondsAround(long broker) {
        assertThat(StartChecks.clock(NOW, NOW.plusSeconds(broker), NOW.plusSeconds(5))).isEmpty();
    }

    @Test
    void shouldRefuseClocksThatDiffer() {
        assertThat(StartChecks.clock(NOW, NOW.minusSeconds(31), NOW.plusSeconds(5)))
                .hasValueSatisfying(line -> assertThat(line).contains("31 s ahead of the broker's"));
        assertThat(StartChecks.clock(NOW, NOW.plusSeconds(36), NOW.plusSeconds(5)))
                .hasValueSatisfying(line -> assertThat(line).contains("31 s behind the broker's"));
    }
}
