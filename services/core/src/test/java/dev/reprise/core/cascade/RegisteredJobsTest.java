// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Verdict;

final class RegisteredJobsTest {

    @ParameterizedTest
    @CsvSource({"IDEMPOTENT,NOT_IDEMPOTENT,NOT_IDEMPOTENT", "IDEMPOTENT,UNKNOWN,IDEMPOTENT",
        "NOT_IDEMPOTENT,IDEMPOTENT,NOT_IDEMPOTENT", "IDEMPOTENT,,IDEMPOTENT", ",CONDITIONAL,CONDITIONAL", ",,"})
    void shouldBelieveWhatWasSeenToRunWhereItIsWorse(Verdict registered, Verdict seen, Verdict expected) {
        assertThat(RegisteredJobs.inForce(analysis(registered), analysis(seen)).map(DefinitionAnalysis::verdict))
                .isEqualTo(Optional.ofNullable(expected));
    }

    private static Optional<DefinitionAnalysis> analysis(Verdict verdict) {
        return Optional.ofNullable(verdict).map(known -> new DefinitionAnalysis(known, known, known, List.of(),
                List.of(), "daily.sql", "0".repeat(64), Instant.EPOCH));
    }
}
