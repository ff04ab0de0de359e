// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.job.WhenUnknown;

/** The gate, cell by cell: rerun rule, declared, analysed, when unknown, what is certain, approved. */
final class GuardTest {
    private static final Approval APPROVAL = new Approval("li", "looked at it", Instant.EPOCH);

    @ParameterizedTest
    @CsvSource({
        "NEVER,IDEMPOTENT,none,APPROVE,NEVER_STARTED,true,RERUN_DISABLED",
        "ON_FAILURE,NOT_IDEMPOTENT,NOT_IDEMPOTENT,ALERT,NEVER_STARTED,false,allowed",
        "ON_FAILURE,NOT_IDEMPOTENT,none,ALERT,FAILED,false,NON_IDEMPOTENT",
        "ON_FAILURE,NOT_IDEMPOTENT,IDEMPOTENT,RERUN,FAILED,false,NON_IDEMPOTENT",
        "ON_FAILURE,NOT_IDEMPOTENT,none,ALERT,LOST,true,allowed",
        "ON_FAILURE,IDEMPOTENT,none,ALERT,LOST,false,allowed",
        "ON_FAILURE,IDEMPOTENT,UNKNOWN,ALERT,FAILED,false,allowed",
        "ON_FAILURE,IDEMPOTENT,CONDITIONAL,ALERT,FAILED,false,allowed",
        "ON_FAILURE,IDEMPOTENT,NOT_IDEMPOTENT,RERUN,FAILED,false,VERDICT_CONTRADICTION",
        "ON_FAILURE,IDEMPOTENT,NOT_IDEMPOTENT,RERUN,FAILED,true,allowed",
        "ON_FAILURE,UNKNOWN,IDEMPOTENT,ALERT,FAILED,false,allowed",
        "ON_FAILURE,UNKNOWN,NOT_IDEMPOTENT,RERUN,FAILED,false,NON_IDEMPOTENT",
        "ON_FAILURE,UNKNOWN,CONDITIONAL,APPROVE,FAILED,false,approval",
        "ON_FAILURE,UNKNOWN,CONDITIONAL,RERUN,FAILED,false,allowed",
        "ON_FAILURE,UNKNOWN,none,APPROVE,FAILED,false,approval",
        "ON_FAILURE,UNKNOWN,none,ALERT,FAILED,false,IDEMPOTENCY_UNKNOWN",
        "ON_FAILURE,UNKNOWN,none,RERUN,FAILED,false,allowed",
        "ON_FAILURE,IDEMPOTENT,none,ALERT,SUCCEEDED,false,RERUN_DISABLED",
        "ALWAYS,IDEMPOTENT,none,ALERT,SUCCEEDED,false,allowed",
        "ON_FAILURE,IDEMPOTENT,none,ALERT,SUCCEEDED,true,allowed"})
    void shouldRule(RerunRule rule, Idempotency declared, String analysed, WhenUnknown whenUnknown, Grounds grounds,
            boolean approved, String expected) {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).rerun(rule).idempotency(declared).whenUnknown(whenUnknown)
                .build();
        Optional<DefinitionAnalysis> analysis = analysed.equals("none")
                ? Optional.empty()
                : Optional.of(new DefinitionAnalysis(Verdict.valueOf(analysed), Verdict.UNKNOWN, Verdict.UNKNOWN,
                        List.of(), List.of(), "a.sql", "0".repeat(64), Instant.EPOCH));

        Guard.Ruling ruling = Guard.rule(policy, analysis, grounds,
                approved ? Optional.of(APPROVAL) : Optional.empty());

        assertThat(ruling).isEqualTo(switch (expected) {
            case "allowed" -> new Guard.Allowed();
            case "approval" -> new Guard.NeedsApproval();
            default -> new Guard.Refused(Reason.valueOf(expected));
        });
    }
}
