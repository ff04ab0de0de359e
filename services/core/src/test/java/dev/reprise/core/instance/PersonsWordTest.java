// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.Idempotency;

/** What a person was told to do must be possible, and what it leaves behind must be true. */
final class PersonsWordTest {
    private static final JobView.Known WATCHED = Jobs.job(policy -> policy.maxReruns(3)
            .lostAfter(Optional.of(Duration.ofMinutes(5))));

    @Test
    void shouldRerunWhatAPersonWhoWasToldToLookFoundGone() {
        History history = new History(WATCHED);
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.pass(Duration.ofMinutes(30));

        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.RECONCILE_UNANSWERED);
        history.play(new Move(What.REQUESTED, 1, 1, 0));
        assertThat(history.reruns()).extracting(Decision.Rerun::reason).containsExactly(Reason.MANUAL);
        assertThat(history.state().runs().active()).isEmpty();
    }

    @Test
    void shouldRefuseToRunBesideWhatIsOnlySilentSoFar() {
        History history = new History(WATCHED);
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.pass(Duration.ofMinutes(6));
        history.play(new Move(What.REQUESTED, 1, 1, 0));

        assertThat(history.reruns()).isEmpty();
    }

    @Test
    void shouldRerunWhatNobodyUnderstoodOnceAPersonHasLooked() {
        History history = new History(WATCHED);
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.play(new Move(What.ANSWER_UNKNOWN, 1, 1, 30));

        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.UNKNOWN_STATE));
        history.play(new Move(What.REQUESTED, 1, 1, 30));
        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldRerunWhatTheTargetTookAndNobodySawOnceAPersonHasLooked() {
        History history = new History(WATCHED);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(What.ACCEPTED, 0, 1, 0));
        history.play(new Move(What.REQUESTED, 1, 1, 60));
        assertThat(history.reruns()).hasSize(1);
        history.pass(Duration.ofMinutes(10));

        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.RERUN_UNCONFIRMED);
        history.play(new Move(What.REQUESTED, 2, 1, 0));
        assertThat(history.reruns()).hasSize(2);
    }

    @Test
    void shouldTakeAHeartbeatOfTheRerunForASignOfIt() {
        History history = new History(WATCHED);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(What.ACCEPTED, 0, 1, 0));
        history.play(new Move(What.HEARTBEAT, 0, 1, 240));
        history.play(new Move(What.HEARTBEAT, 0, 1, 240));

        assertThat(history.decisions).extracting(Decision::reason).doesNotContain(Reason.RERUN_UNCONFIRMED);
    }

    @Test
    void shouldLeaveASuccessStandingWhenItsForcedRerunIsTurnedDown() {
        History history = new History(Jobs.job(policy -> policy.idempotency(Idempotency.UNKNOWN)));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.play(new Move(What.FORCED, 1, 1, 60));
        assertThat(history.state().phase()).isInstanceOf(Phase.AwaitingApproval.class);
        history.play(new Move(What.REJECTED, 1, 1, 60));

        assertThat(history.state().phase()).isEqualTo(new Phase.Succeeded());
    }

    @Test
    void shouldLeaveASuccessStandingWhenNobodyApprovesItsForcedRerun() {
        History history = new History(Jobs.job(policy -> policy.idempotency(Idempotency.UNKNOWN)));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.play(new Move(What.FORCED, 1, 1, 60));
        history.pass(Duration.ofHours(5));

        assertThat(history.state().phase()).isEqualTo(new Phase.Succeeded());
    }

    @Test
    void shouldSayThatAnOrderExpiredUnderAFreezeAndNotThatAFailureIsOld() {
        History history = new History(Jobs.under(Jobs.job(policy -> policy), ControlKind.FREEZE));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.play(new Move(What.FORCED, 1, 1, 60));
        history.pass(Duration.ofHours(1));

        assertThat(history.decisions).extracting(Decision::reason).contains(Reason.RERUN_EXPIRED)
                .doesNotContain(Reason.STALE_FAILURE);
        assertThat(history.state().phase()).isEqualTo(new Phase.Succeeded());
    }

    /** Programs that do not set a time send one of the year 1. */
    @Test
    void shouldNotWaitForTheDeadlineOfAnImpossibleTime() {
        JobView.Known job = Jobs.job(policy -> policy.deadline(Optional.of(new Deadline("07:00", "UTC", 0))));
        InstanceState state = InstanceState.initial(new InstanceId(new JobId("warehouse", "daily"),
                new PartitionKey("region=eu")));
        for (Instant at : List.of(Instant.parse("0001-01-01T00:00:00Z"), Instant.MIN, Instant.MAX)) {
            state = InstanceMachine.step(state, new InstanceFact.Observed(new RunStarted(state.instance().job(),
                    state.instance().partition(), new RunId("run-1"), 1, at, "test", Optional.empty(),
                    Optional.empty(), false), History.START, History.START), job).next();

            assertThat(Timers.of(state, job).orElseThrow().due()).isAfterOrEqualTo(Instant.EPOCH);
        }
    }
}
