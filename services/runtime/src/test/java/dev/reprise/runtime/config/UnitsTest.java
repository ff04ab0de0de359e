// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({"500ms,500", "30s,30000", "2h,7200000", "1h30m,5400000", "7d,604800000", "0s,0", "1m500ms,60500",
        "PT30S,30000"})
    void shouldReadDurations(String text, long milliseconds) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(milliseconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "30", "30 s", "s", "-5s", "1s1h", "1.5h", "5x", "PT-5S", "9999999999999s"})
    void shouldRefuseOtherDurations(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expected a duration such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms", "30s", "1h30m", "7d", "1d2h3m4s5ms", "0s"})
    void shouldWriteDurationsAsRead(String text) {
        assertThat(DurationText.format(DurationText.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"512B,512", "64KiB,65536", "64 MiB,67108864", "2GiB,2147483648", "0B,0"})
    void shouldReadSizes(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(new ByteSize(bytes));
        assertThat(ByteSize.parse(ByteSize.parse(text).toString())).isEqualTo(new ByteSize(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"64", "64MB", "64m", "-1B", "", "999999999999999GiB"})
    void shouldRefuseOtherSizes(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expected a size");
    }

    @Test
    void shouldHideSecrets() {
        assertThat(Secret.of("hunter2")).hasToString("***").isEqualTo(Secret.of("hunter2"))
                .isNotEqualTo(Secret.of("x"));
        assertThat(JsonMapper.shared().writeValueAsString(Secret.of("hunter2"))).isEqualTo("\"***\"");
    }
}
