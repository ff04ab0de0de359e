// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.Verdict;

/** A decision of each kind for each reason, about a failure of which everything is known and one of which nothing is. */
final class SampleDecisions {
    private static final InstanceId INSTANCE = new InstanceId(new JobId("warehouse", "load_orders"),
            new PartitionKey("ds=2026-11-28"));
    private static final Instant NOW = Instant.parse("2026-11-29T02:00:00Z");
    private static final AttemptId FAILED = new AttemptId(new RunId("manual__1"), 2);
    private static final AttemptId OTHER = new AttemptId(new RunId("manual__2"), 1);
    private static final RerunId RERUN = RerunId.ofFailure(INSTANCE, FAILED);
    private static final Optional<Instant> UNTIL = Optional.of(NOW.plusSeconds(300));
    private static final Optional<Proposal> PROPOSAL = Optional.of(new Proposal(RERUN, Reason.FINAL_FAILURE,
            Optional.of(FAILED), NOW.plus(Duration.ofHours(6)), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.of("warehouse-etl")));
    private static final JobView.Known KNOWN = job();

    private SampleDecisions() {}

    /**
     * One of them.
     *
     * @param name tells it apart
     * @param decision what was decided
     * @param after the state after it
     * @param job the job
     * @param subject the attempt it is about
     */
    record Sample(String name, Decision decision, InstanceState after, JobView job, Optional<AttemptId> subject) {}

    static Stream<Sample> all() {
        return Arrays.stream(Reason.values()).flatMap(SampleDecisions::of);
    }

    /** The state after the failure of which everything is known. */
    static InstanceState failed() {
        return failed(KNOWN, Optional.of(new ErrorEvidence("Killed", Optional.empty(), Optional.empty(),
                Optional.of(137), Optional.empty(), Optional.empty())));
    }

    private static Stream<Sample> of(Reason reason) {
        AlertKey key = AlertKey.of(reason.name(), INSTANCE);
        List<Sample> samples = new ArrayList<>();
        InstanceState failed = failed();
        InstanceState bare = failed(new JobView.Unknown(), Optional.empty());
        for (Decision decision : List.of(
                new Decision.Alert(reason, key, Severity.WARNING, Optional.empty(), UNTIL),
                new Decision.Wait(reason, WaitPurpose.SETTLE, UNTIL, PROPOSAL),
                new Decision.Suppress(reason, Optional.empty()),
                new Decision.Suppress(Reason.ALERT_ALREADY_OPEN, Optional.of(reason)),
                new Decision.Resolve(reason, key), new Decision.Resolve(reason, openKey()),
                new Decision.Withdraw(reason, RERUN),
                new Decision.Rerun(reason, RERUN, 1, Optional.of(FAILED), NOW.plusSeconds(3600), Optional.empty(),
                        Map.of("memory", "16g", "cores", "4")),
                new Decision.Rerun(reason, RERUN, 1, Optional.empty(), NOW.plusSeconds(3600),
                        Optional.of(new Approval("li", "I looked.", NOW)), Map.of()),
                new Decision.Shadow(reason, RERUN, Optional.of(FAILED), Map.of("memory", "16g")),
                new Decision.Grant(reason, "q1", Gate.START, FAILED, "pid-1", 1, 7),
                new Decision.Grant(reason, "q1", Gate.COMMIT, OTHER, "pid-1", 1, 7),
                new Decision.Refuse(reason, "q1", Gate.START, FAILED, 1, Optional.of(OTHER)),
                new Decision.Refuse(reason, "q1", Gate.COMMIT, OTHER, 1, Optional.empty()))) {
            boolean open = decision instanceof Decision.Resolve resolve && resolve.alertKey().equals(openKey());
            samples.add(new Sample(reason + " " + decision.kind() + " " + samples.size(), decision,
                    open ? bare : failed, KNOWN, Optional.of(FAILED)));
        }
        for (Decision decision : List.of(
                new Decision.Alert(reason, key, Severity.WARNING, Optional.empty(), Optional.empty()),
                new Decision.Wait(reason, WaitPurpose.SETTLE, Optional.empty(), Optional.empty()))) {
            samples.add(new Sample(reason + " " + decision.kind() + " bare", decision, bare, new JobView.Unknown(),
                    Optional.empty()));
        }
        return samples.stream();
    }

    /** The alert that a failure of an unregistered job opens. */
    private static AlertKey openKey() {
        return AlertKey.of(Reason.UNKNOWN_JOB.name(), INSTANCE.job());
    }

    private static InstanceState failed(JobView job, Optional<ErrorEvidence> error) {
        return InstanceMachine.step(InstanceState.initial(INSTANCE), new InstanceFact.Observed(new RunFailed(
                INSTANCE.job(), INSTANCE.partition(), FAILED.run(), FAILED.number(), NOW, "airflow",
                FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, error), NOW, NOW), job).next();
    }

    private static JobView.Known job() {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("v7").idempotency(Idempotency.IDEMPOTENT)
                .deadline(Optional.of(new Deadline("07:00", "Asia/Shanghai", 1)))
                .expectedDuration(Optional.of(Duration.ofMinutes(85))).lostAfter(Optional.of(Duration.ofMinutes(15)))
                .admission(Optional.of(new AdmissionRule("warehouse-etl", 5, Duration.ofMinutes(10),
                        Duration.ofMinutes(5), 2, 10, BreakerRelease.AUTOMATIC, 0, 100, 0)))
                .build();
        DefinitionAnalysis analysis = new DefinitionAnalysis(Verdict.NOT_IDEMPOTENT, Verdict.NOT_IDEMPOTENT,
                Verdict.NOT_IDEMPOTENT, List.of(),
                List.of(new DefinitionFinding("RR101", "sql/load.sql:12", Optional.of("INSERT INTO t SELECT 1"),
                        "It appends: run twice, each row is there twice.", Optional.empty())),
                "sql/load.sql", "0".repeat(64), NOW);
        return new JobView.Known(policy, true, Optional.of(analysis),
                (source, error, kind) -> new Classification(FailureClass.RESOURCE, Optional.of("spark.oom"), true,
                        Optional.empty(), "killed"),
                List.of(new Control("warehouse", ControlKind.PAUSE, NOW.minusSeconds(3600), Optional.empty(), "li",
                        "cluster upgrade"),
                        new Control(Control.EVERYTHING, ControlKind.FREEZE, NOW.minusSeconds(3600),
                                Optional.of(NOW.plusSeconds(10_800)), "mei", "incident.")),
                List.of(new Dependency(new JobId("warehouse", "extract_orders"), PartitionMapping.SAME),
                        new Dependency(new JobId("warehouse", "extract_users"), PartitionMapping.SAME)),
                List.of());
    }
}
