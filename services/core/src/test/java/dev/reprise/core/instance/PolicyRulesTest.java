// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.ClassBudget;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.Verdict;

/** Budgets, overrides, deadlines, shadow mode and the owner's word against the definition. */
final class PolicyRulesTest {

    @Test
    void shouldSpendTheBudgetOfAClassBeforeThatOfTheEpisode() {
        History history = new History(Jobs.diagnosing(Jobs.job(policy -> policy.maxReruns(3)
                .budgets(List.of(new ClassBudget(FailureClass.TIMEOUT, 1)))), FailureClass.TIMEOUT, true));
        failAndRun(history, 1);
        history.play(new Move(What.FAILED_FINAL, 0, 1, 60));

        assertThat(history.reruns()).hasSize(1);
        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.CLASS_BUDGET_EXHAUSTED));
    }

    @Test
    void shouldStillSayWhyItGaveUpWhenTheFailureIsToldAgain() {
        History history = new History(Jobs.job(policy -> policy.maxReruns(0)));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        Optional<Reason> why = history.state().lastReason();

        history.play(new Move(What.FAILED_FINAL, 1, 1, 10));

        assertThat(history.state().phase()).isInstanceOf(Phase.GaveUp.class);
        assertThat(why).isPresent();
        assertThat(history.state().lastReason()).isEqualTo(why);
    }

    @Test
    void shouldNotAnswerAnAttemptTwiceThatFailsAgainUnderItsName() {
        History history = new History(Jobs.job(policy -> policy.maxReruns(3)
                .lostAfter(Optional.of(Duration.ofMinutes(5)))));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofSeconds(30));
        history.play(new Move(What.STARTED, 1, 1, 10));
        history.play(new Move(What.HEARTBEAT, 1, 1, 400));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 10));
        history.pass(Duration.ofHours(1));

        assertThat(history.reruns()).hasSize(1);
        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.ALREADY_ANSWERED));
    }

    @Test
    void shouldTakeTheNextFailureOfAnAttemptAsNewsThatWasStartedAgainUnderItsName() {
        History history = new History(Jobs.job(policy -> policy));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.play(new Move(What.STARTED, 1, 1, 10));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 10));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldNotTakeAStartToldAfterItsEndForARetry() {
        History history = new History(Jobs.job(policy -> policy));
        Instant began = history.now().minusSeconds(60);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.observe(
                new RunStarted(History.INSTANCE.job(), History.INSTANCE.partition(), new RunId("run-1"), 1, began,
                        "test", Optional.empty(), Optional.empty(), false));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldNotRerunWhatNoRerunMends() {
        History history = new History(Jobs.diagnosing(Jobs.job(policy -> policy), FailureClass.USER_CODE, false));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));

        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.FAILURE_PERMANENT));
    }

    @Test
    void shouldRaiseWhatRanOutUpToTheCeilingAndCarryItAlong() {
        OverrideRule memory = new OverrideRule(Optional.of(FailureClass.RESOURCE), Optional.empty(),
                Map.of("memory", "x2"), Map.of("memory", "8g"), Map.of("memory", "20g"));
        History history = new History(Jobs.diagnosing(Jobs.job(policy -> policy.maxReruns(5).budgets(List.of())
                .overrides(List.of(memory))), FailureClass.RESOURCE, true));
        failAndRun(history, 1);
        history.play(new Move(What.FAILED_FINAL, 0, 1, 60));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).extracting(Decision.Rerun::overrides)
                .containsExactly(Map.of("memory", "16g"), Map.of("memory", "20g"));
    }

    @Test
    void shouldRecordAndNotSendInShadowMode() {
        History history = new History(Jobs.job(policy -> policy.mode(RerunMode.SHADOW)));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(history.decisions).filteredOn(Decision.Shadow.class::isInstance).singleElement()
                .satisfies(shadow -> assertThat(shadow.reason()).isEqualTo(Reason.FINAL_FAILURE));
        assertThat(history.state().status()).isEqualTo(InstanceStatus.CLOSED);

        history.play(new Move(What.REQUESTED, 1, 1, 10));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldTellThatADeadlinePassedOnceAndThatItIsOver() {
        History history = new History(Jobs.job(policy -> policy
                .deadline(Optional.of(new Deadline("01:00", "UTC", 1)))));
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.pass(Duration.ofHours(3));

        assertThat(history.decisions).extracting(Decision::reason).containsExactly(Reason.DEADLINE_MISSED);

        history.play(new Move(What.SUCCEEDED, 1, 1, 0));

        assertThat(history.state().openAlerts()).isEmpty();
    }

    @Test
    void shouldNotCryOverTheDeadlineOfABackfill() {
        History history = new History(Jobs.job(policy -> policy
                .deadline(Optional.of(new Deadline("01:00", "UTC", 0)))));
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.decisions).extracting(Decision::reason).containsExactly(Reason.STALE_DEADLINE);
    }

    @Test
    void shouldSayAtOnceThatARerunCannotBeReadyInTime() {
        History history = new History(Jobs.job(policy -> policy
                .deadline(Optional.of(new Deadline("01:00", "UTC", 1)))
                .expectedDuration(Optional.of(Duration.ofMinutes(50)))));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 600));

        assertThat(history.decisions).extracting(Decision::reason)
                .containsExactly(Reason.SETTLING, Reason.DEADLINE_AT_RISK);
    }

    @Test
    void shouldTellThatTheDefinitionRefutesTheOwnerBeforeItFailsAndBlockTheRerun() {
        History history = new History(Jobs.analysed(Jobs.job(policy -> policy), unsafe(Verdict.NOT_IDEMPOTENT)));
        history.play(new Move(What.STARTED, 1, 1, 0));

        assertThat(history.decisions).singleElement().satisfies(decision -> {
            assertThat(decision.reason()).isEqualTo(Reason.VERDICT_CONTRADICTION);
            assertThat(((Decision.Alert) decision).alertKey().value())
                    .isEqualTo("VERDICT_CONTRADICTION/warehouse/daily");
        });
        assertThat(history.state().status()).isEqualTo(InstanceStatus.RUNNING);

        history.play(new Move(What.FAILED_FINAL, 1, 1, 60));
        history.pass(Duration.ofHours(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.VERDICT_CONTRADICTION));
    }

    @Test
    void shouldTrustTheHalfAfterFailureWhereThePolicySaysSoAndTheFailureIsCertain() {
        JobView.Known trusting = Jobs.analysed(Jobs.job(policy -> policy.trustAfterFailure(true)),
                unsafe(Verdict.IDEMPOTENT));
        History certain = new History(trusting);
        certain.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        certain.pass(Duration.ofMinutes(1));
        History lost = new History(trusting);
        lost.play(new Move(What.LOST, 1, 1, 0));
        lost.pass(Duration.ofMinutes(1));

        assertThat(certain.reruns()).hasSize(1);
        assertThat(lost.reruns()).isEmpty();
    }

    @Test
    void shouldNotCloseTheInstanceForAnAnswerNobodyUnderstandsWhileARerunIsOnItsWay() {
        History history = new History(Jobs.job(policy -> policy));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofSeconds(30));
        history.play(new Move(What.ANSWER_UNKNOWN, 1, 1, 10));
        history.play(new Move(What.REQUESTED, 1, 1, 10));

        assertThat(history.reruns()).hasSize(1);
        assertThat(history.decisions).extracting(Decision::reason).endsWith(Reason.STALE_OR_ALIAS,
                Reason.RERUN_ALREADY_OPEN);
    }

    private static DefinitionAnalysis unsafe(Verdict afterFailure) {
        return new DefinitionAnalysis(Verdict.NOT_IDEMPOTENT, afterFailure, Verdict.NOT_IDEMPOTENT, List.of(),
                List.of(), "daily.sql", "a".repeat(64), Instant.EPOCH);
    }

    private static void failAndRun(History history, int run) {
        history.play(new Move(What.FAILED_FINAL, run, 1, 0));
        history.pass(Duration.ofSeconds(30));
        history.play(new Move(What.STARTED, 0, 1, 1));
    }
}
