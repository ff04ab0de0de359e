// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Deadline;

final class DueTest {
    private static final Deadline SEVEN = new Deadline("07:00", "Asia/Shanghai", 1);

    @ParameterizedTest
    @CsvSource({"ds=2026-11-28,2026-11-28", "dt=20261128/region=eu,2026-11-28", "2026-11-28T00:00:00Z,2026-11-28",
        "region=20269999/ds=20260228,2026-02-28"})
    void shouldFindTheDateOfAPartition(String partition, LocalDate date) {
        assertThat(Due.date(partition)).contains(date);
    }

    @ParameterizedTest
    @CsvSource({"*", "region=eu", "id=120261128555", "ds=2026-02-30"})
    void shouldNotTakeJustAnyDigitsForADate(String partition) {
        assertThat(Due.date(partition)).isEmpty();
    }

    @Test
    void shouldCountFromThePartitionsDateInItsZone() {
        assertThat(Due.of(SEVEN, new PartitionKey("ds=2026-11-28"), Optional.empty()))
                .contains(Instant.parse("2026-11-28T23:00:00Z"));
    }

    @Test
    void shouldCountFromTheStartWhereThePartitionHasNoDate() {
        assertThat(Due.of(SEVEN, PartitionKey.WHOLE_JOB, Optional.of(Instant.parse("2026-11-28T20:00:00Z"))))
                .contains(Instant.parse("2026-11-28T23:00:00Z"));
        assertThat(Due.of(SEVEN, PartitionKey.WHOLE_JOB, Optional.of(Instant.parse("2026-11-28T23:30:00Z"))))
                .contains(Instant.parse("2026-11-29T23:00:00Z"));
        assertThat(Due.of(SEVEN, PartitionKey.WHOLE_JOB, Optional.empty())).isEmpty();
    }
}
