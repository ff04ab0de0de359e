// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.audit.finding.Finding;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.job.WhenUnknown;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.topic.Topics;

/** What A1 makes of an automatic rerun, by what the owner declares and what analysis says. */
class IdempotencyTest {
    private final Script script = new Script();

    @ParameterizedTest
    @CsvSource({
        // declared, verdict, verdict after failure, trusted, when unknown, failure, allowed
        "IDEMPOTENT, UNKNOWN, UNKNOWN, false, APPROVE, failed, true",
        "IDEMPOTENT, NOT_IDEMPOTENT, NOT_IDEMPOTENT, false, APPROVE, failed, false",
        "IDEMPOTENT, NOT_IDEMPOTENT, IDEMPOTENT, true, APPROVE, failed, true",
        "IDEMPOTENT, NOT_IDEMPOTENT, IDEMPOTENT, true, APPROVE, lost, false",
        "IDEMPOTENT, NOT_IDEMPOTENT, IDEMPOTENT, false, APPROVE, failed, false",
        "UNKNOWN, IDEMPOTENT, IDEMPOTENT, false, APPROVE, failed, true",
        "UNKNOWN, UNKNOWN, UNKNOWN, false, APPROVE, failed, false",
        "UNKNOWN, UNKNOWN, UNKNOWN, false, RERUN, failed, true",
        "UNKNOWN, NOT_IDEMPOTENT, NOT_IDEMPOTENT, false, RERUN, failed, false",
        "NOT_IDEMPOTENT, IDEMPOTENT, IDEMPOTENT, true, RERUN, failed, false"})
    void shouldAllowOnlyWhatIsKnownToBeSafe(Idempotency declared, Verdict verdict, Verdict afterFailure,
            boolean trusted, WhenUnknown whenUnknown, String failure, boolean allowed) {
        Policy policy = new PolicyBuilder(Life.policy(declared)).trustAfterFailure(trusted).whenUnknown(whenUnknown)
                .build();
        rerun(policy, Optional.of(new DefinitionAnalysis(verdict, afterFailure, verdict, List.of(), List.of(),
                "load.sql", "0".repeat(64), Instant.parse("2026-11-28T00:00:00Z"))), failure);
        assertThat(violations()).isEqualTo(allowed ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"NEVER, LIVE, false", "ALWAYS, LIVE, true", "ON_FAILURE, SHADOW, false"})
    void shouldAllowOnlyWhatIsToBeRerun(RerunRule rule, RerunMode mode, boolean allowed) {
        Policy policy = new PolicyBuilder(Life.policy(Idempotency.IDEMPOTENT)).rerun(rule).mode(mode).build();
        rerun(policy, Optional.empty(), "failed");
        assertThat(violations()).isEqualTo(allowed ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"-3600, 1, 0", "3600, 0, 1", "-10, 0, 0"})
    void shouldJudgeByWhatEventsHadShownThen(int secondsAfter, long violations, long notJudged) {
        JobLineage lineage = new JobLineage(new JobId("etl", "a"), List.of(), List.of(),
                Optional.of(new DefinitionAnalysis(Verdict.NOT_IDEMPOTENT, Verdict.NOT_IDEMPOTENT,
                        Verdict.NOT_IDEMPOTENT, List.of(), List.of(), "load.sql", "0".repeat(64), script.now())),
                "spark", script.now().plusSeconds(secondsAfter + 33L));
        script.write(Topics.LINEAGE, 0, "etl/a", "lineage", lineage);
        // Without any analysis the policy allows it; what came after the rerun may have replaced one that did, too.
        rerun(new PolicyBuilder(Life.policy(Idempotency.UNKNOWN)).whenUnknown(
                notJudged == 0 ? WhenUnknown.RERUN : WhenUnknown.APPROVE).build(), Optional.empty(), "failed");
        assertThat(finding().violationCount()).isEqualTo(violations);
        assertThat(finding().notJudged()).isEqualTo(notJudged);
    }

    @ParameterizedTest
    @CsvSource({"ann, true, 0", "eve, true, 1", "ann, false, 1"})
    void shouldWantAPersonBehindAnOrderedCascade(String approver, boolean accepted, long violations) {
        Life upstream = Stories.FORCED.begin(script, "ds=1");
        upstream.event(new RerunRequested(upstream.instance().job(), upstream.instance().partition(), script.now(),
                "click", "ann", "bad input", true, accepted, true));
        Life life = new Life(script, InstanceId.parse("etl/a/ds=1"), Life.policy(Idempotency.NOT_IDEMPOTENT),
                Optional.empty());
        life.register();
        life.started("r1");
        life.succeeded("r1");
        CascadeOrder order = new CascadeOrder("ann", "bad input", accepted);
        life.event(new UpstreamRewritten(life.instance().job(), life.instance().partition(), script.now(),
                upstream.instance().job(), upstream.instance().partition(), Optional.of(order), 1));
        Proposal proposal = new Proposal(RerunId.ofRequest(life.instance(), "rewritten x"), Reason.UPSTREAM_REWRITTEN,
                Optional.empty(), script.now().plusSeconds(600),
                Optional.of(new Approval(approver, "bad input", script.now())), Optional.of("ann"),
                Optional.of(order), Optional.empty());
        life.confirm(proposal);
        life.dispatch(proposal);
        assertThat(violations()).isEqualTo(violations);
    }

    private void rerun(Policy policy, Optional<DefinitionAnalysis> analysis, String failure) {
        Life life = new Life(script, InstanceId.parse("etl/a/ds=1"), policy, analysis);
        life.register();
        life.started("r1");
        Proposal proposal = life.failed("r1");
        if (failure.equals("lost")) {
            script.change(line -> line.position().topic() == Topics.EVENTS
                    && line.message().orElseThrow() instanceof RunFailed, IdempotencyTest::lost);
        }
        life.rerun(proposal);
        life.dispatch(proposal);
    }

    private static Script.Line lost(Script.Line line) {
        RunFailed failed = (RunFailed) line.message().orElseThrow();
        return new Script.Line(line.position(), line.at(), line.key(), line.id(), Optional.of(new RunLost(failed.job(),
                failed.partition(), failed.run(), failed.attempt(), failed.at(), failed.source(), failed.retry(),
                failed.phase(), failed.error())));
    }

    private long violations() {
        return finding().violationCount();
    }

    private Finding finding() {
        return Audit.of(script.history()).stream().filter(finding -> finding.invariant().equals("A1")).findFirst()
                .orElseThrow();
    }
}
