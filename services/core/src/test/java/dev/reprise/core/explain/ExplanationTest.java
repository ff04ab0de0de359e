// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Step;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.Statement;
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
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/** Somebody who is woken reads these: they name what failed, by which rule, and what to type. */
final class ExplanationTest {
    private static final InstanceId INSTANCE = new InstanceId(new JobId("warehouse", "load_orders"),
            new PartitionKey("ds=2026-11-28"));
    private static final Instant NOW = Instant.parse("2026-11-29T02:00:00Z");
    private static final AttemptId FAILED = new AttemptId(new RunId("manual__1"), 2);
    private static final RerunId RERUN = RerunId.ofFailure(INSTANCE, FAILED);
    private static final Proposal PROPOSAL = new Proposal(RERUN, Reason.FINAL_FAILURE, Optional.of(FAILED),
            NOW.plus(Duration.ofHours(6)), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.of("warehouse-etl"));
    /** Waits, reruns, silence and ends: what no alert is ever about. */
    private static final Set<Reason> NO_ALERTS = Set.of(Reason.UNRECOGNISED, Reason.REJECTED);

    @Test
    void shouldSayWhatARerunAnswersAndByWhichRuleAndPolicy() {
        String text = explain(new Decision.Rerun(Reason.FINAL_FAILURE, RERUN, 1, Optional.of(FAILED),
                PROPOSAL.notAfter(), Optional.empty(), Map.of("memory", "16g", "cores", "4"), Optional.empty()),
                job(policy -> policy));

        assertThat(text).isEqualTo("Rerun " + RERUN
                + " answers run manual__1, attempt 2 (exit 137: Killed). It was taken"
                + " for a failure of class resource, by rule spark.oom. It is rerun 0 of at most 3 in this episode, by"
                + " policy v7. It changes cores to 4, memory to 16g. It must be sent by 2026-11-29T08:00:00Z.");
    }

    @Test
    void shouldSayWhatShadowModeKeptBack() {
        String text = explain(new Decision.Shadow(Reason.FINAL_FAILURE, RERUN, Optional.of(FAILED), Map.of()),
                job(policy -> policy));

        assertThat(text).startsWith("Shadow mode: rerun " + RERUN + " would have been sent and was not; it would have"
                + " answered run manual__1, attempt 2 (exit 137: Killed).").contains("set mode: live");
    }

    static Stream<Arguments> waits() {
        return Stream.of(arguments(Reason.UPSTREAM_AWAITED, WaitPurpose.UPSTREAM,
                "It waits for warehouse/extract_orders ds=2026-11-28."),
                arguments(Reason.PAUSED, WaitPurpose.RELEASE,
                        "Paused is warehouse, by li since 2026-11-29T01:00:00Z: cluster upgrade. If nothing lets it go by"
                                + " 2026-11-29T08:00:00Z, a person is told. A person's own request passes a pause."),
                arguments(Reason.FROZEN, WaitPurpose.RELEASE,
                        "Frozen is everything, by mei since 2026-11-29T01:00:00Z until 2026-11-29T05:00:00Z: incident."),
                arguments(Reason.BLACKOUT, WaitPurpose.RELEASE, "which ends at 2026-11-29T02:05:00Z"),
                arguments(Reason.STORM_HELD, WaitPurpose.ADMISSION, "The breaker of group warehouse-etl is open"),
                arguments(Reason.RETRY_BUDGET_HELD, WaitPurpose.ADMISSION, "when there is budget again"),
                arguments(Reason.SLOT_HELD, WaitPurpose.ADMISSION, "when a place is free"),
                arguments(Reason.ADMISSION_PENDING, WaitPurpose.ADMISSION, "Group warehouse-etl is asked"),
                arguments(Reason.NATIVE_RETRY_EXPECTED, WaitPurpose.NATIVE_RETRY,
                        "by 2026-11-29T02:05:00Z at the latest"),
                arguments(Reason.SETTLING, WaitPurpose.SETTLE, "Looking again at 2026-11-29T02:05:00Z"),
                arguments(Reason.BACKING_OFF, WaitPurpose.BACKOFF, "Looking again at 2026-11-29T02:05:00Z"));
    }

    private static Arguments arguments(Reason reason, WaitPurpose purpose,
            String part) {
        return Arguments.of(reason, purpose, part);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void shouldSayWhatFailedAndWhatIsWaitedFor(Reason reason, WaitPurpose purpose, String part) {
        String text = explain(new Decision.Wait(reason, purpose, Optional.of(NOW.plusSeconds(300)),
                Optional.of(PROPOSAL)), job(policy -> policy));

        assertThat(text).startsWith("Run manual__1, attempt 2 failed (exit 137: Killed). It was taken for a failure of"
                + " class resource, by rule spark.oom. ").contains(part);
    }

    @Test
    void shouldSayWhichBudgetIsSpent() {
        assertThat(alert(Reason.CLASS_BUDGET_EXHAUSTED, job(policy -> policy)))
                .contains("All reruns that this class of failure is given", "Used for resource: 0 of 2.", "policy v7");
        assertThat(alert(Reason.BUDGET_EXHAUSTED, job(policy -> policy))).contains("Used: 0 of 3.");
    }

    @Test
    void shouldSayWhenItMustBeReadyAndHowLongItTakes() {
        JobView.Known job = job(policy -> policy.deadline(Optional.of(new Deadline("07:00", "Asia/Shanghai", 1)))
                .expectedDuration(Optional.of(Duration.ofMinutes(85))));

        assertThat(alert(Reason.DEADLINE_AT_RISK, job)).contains(
                "It must be ready by 07:00 Asia/Shanghai, that is 2026-11-28T23:00:00Z.", "It usually takes 1h25m.");
    }

    @Test
    void shouldSayOfARepetitionWhatWasToldBefore() {
        String text = explain(new Decision.Suppress(Reason.ALERT_ALREADY_OPEN, Optional.of(Reason.UNKNOWN_JOB)),
                new JobView.Unknown());

        assertThat(text)
                .isEqualTo("About run manual__1, attempt 2. No such job in the registry: without a policy nothing"
                        + " is rerun. This was told before as UNKNOWN_JOB, and that alert still stands.");
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void shouldHeadAndAdviseEachKind(Reason kind) {
        InstanceState state = failed(job(policy -> policy)).next();

        assertThat(Explanation.summary(kind, state)).doesNotEndWith(".").contains("warehouse");
        assertThat(advice(kind, state)).endsWith(".");
    }

    @Test
    void shouldTellTheGroupOfAStormAndHowToReleaseIt() {
        InstanceState state = failed(job(policy -> policy)).next();

        assertThat(advice(Reason.STORM_BREAKER, state)).contains("reprise storms release ");
        assertThat(advice(Reason.START_STORM, state)).contains("reprise pause 'warehouse/load_orders'");
        assertThat(advice(Reason.VERDICT_CONTRADICTION, state))
                .contains("reprise jobs explain 'warehouse/load_orders'");
    }

    @Test
    void shouldHaveWordsOfItsOwnForEveryAlertThatCloses() {
        InstanceState state = failed(job(policy -> policy)).next();

        assertThat(Stream.of(Reason.values()).filter(reason -> !NO_ALERTS.contains(reason))
                .filter(reason -> reason.ordinal() >= Reason.NON_IDEMPOTENT.ordinal()
                        && reason.ordinal() <= Reason.RERUN_CANCELLED.ordinal()))
                .allSatisfy(kind -> assertThat(Explanation.summary(kind, state)).doesNotContain(
                        Words.clause(kind)));
    }

    private static String alert(Reason kind, JobView job) {
        return explain(new Decision.Alert(kind, AlertKey.of(kind.name(), INSTANCE), Severity.WARNING, Optional.empty(),
                Optional.empty()), job);
    }

    private static String explain(Decision decision, JobView job) {
        return Statement.english(
                Explanation.of(decision, failed(job(policy -> policy)).next(), job, Optional.of(FAILED)));
    }

    private static String advice(Reason kind, InstanceState state) {
        return Statement.english(List.of(Explanation.advice(kind, state)));
    }

    private static Step failed(JobView.Known job) {
        return InstanceMachine.step(InstanceState.initial(INSTANCE), new InstanceFact.Observed(new RunFailed(
                INSTANCE.job(), INSTANCE.partition(), FAILED.run(), FAILED.number(), NOW, "airflow",
                FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN,
                Optional.of(new ErrorEvidence("Killed", Optional.empty(), Optional.empty(), Optional.of(137),
                        Optional.empty(), Optional.empty()))),
                NOW, NOW), job);
    }

    private static JobView.Known job(UnaryOperator<PolicyBuilder> edit) {
        Policy policy = edit.apply(new PolicyBuilder(Policy.DEFAULTS).version("v7")
                .idempotency(Idempotency.IDEMPOTENT)).build();
        return new JobView.Known(policy, true, Optional.empty(),
                (source, error, kind) -> new Classification(FailureClass.RESOURCE, Optional.of("spark.oom"), true,
                        Optional.empty(), "killed"),
                List.of(new Control("warehouse", ControlKind.PAUSE, NOW.minusSeconds(3600), Optional.empty(), "li",
                        "cluster upgrade"),
                        new Control(Control.EVERYTHING, ControlKind.FREEZE, NOW.minusSeconds(3600),
                                Optional.of(NOW.plusSeconds(10_800)), "mei", "incident.")),
                List.of(new Dependency(new JobId("warehouse", "extract_orders"), PartitionMapping.SAME)), List.of());
    }
}
