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
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunRule;

/** Run 0 is the rerun where there is one; 1 is the native run, 2 somebody else's. */
class PermitTest {
    private final History history = new History(new PolicyBuilder(Policy.DEFAULTS).version("test")
            .rerun(RerunRule.ALWAYS).idempotency(Idempotency.IDEMPOTENT).maxReruns(3).build());

    @Test
    void shouldLetTheFirstRunStartAndPublish() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.ASK_COMMIT, 1, 1);

        assertThat(grants()).extracting(Decision.Grant::gate).containsExactly(Gate.START, Gate.COMMIT);
        assertThat(grants()).extracting(Decision.Grant::generation).containsOnly(0L);
    }

    @Test
    void shouldGiveTheSameTokenToAProcessThatAsksAgain() {
        play(What.ASK_START, 1, 1);
        play(What.ASK_START, 1, 1);

        assertThat(grants()).hasSize(2).extracting(Decision.Grant::token).containsOnly(1L);
    }

    @Test
    void shouldRefuseASecondProcessOfTheSameNameAndLeaveTheFirstAlone() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.TWIN_ASKS_START, 1, 1);
        play(What.ASK_COMMIT, 1, 1);

        assertThat(refusals()).containsExactly(Reason.PERMIT_DUPLICATE_RUN);
        assertThat(grants()).hasSize(2);
        assertThat(history.state().status()).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void shouldStillRerunWhenTheHolderFailsAfterItsTwinWasRefused() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.TWIN_ASKS_START, 1, 1);
        play(What.FAILED_FINAL, 1, 1);
        history.pass(Duration.ofMinutes(5));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldRefuseAnOldRunThatWantsToPublishOnceItsRerunWasDecided() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.LOST, 1, 1);
        play(What.ANSWER_GONE, 1, 1);
        history.pass(Duration.ofMinutes(5));
        assertThat(history.reruns()).hasSize(1);

        play(What.ASK_COMMIT, 1, 1);
        play(What.ASK_START, 0, 1);
        play(What.STARTED, 0, 1);
        play(What.ASK_COMMIT, 1, 1);
        play(What.ASK_COMMIT, 0, 1);

        assertThat(refusals()).containsExactly(Reason.PERMIT_SUPERSEDED, Reason.PERMIT_SUPERSEDED);
        assertThat(grants()).extracting(Decision.Grant::generation).containsExactly(0L, 1L, 1L);
        assertThat(history.state().status()).isEqualTo(InstanceStatus.RERUNNING);
        assertThat(alerts()).containsOnlyOnce(Reason.PERMIT_SUPERSEDED);
    }

    @Test
    void shouldRefuseARunStartedByHandBesideTheRerun() {
        failAndRerun();
        play(What.ASK_START, 0, 1);
        play(What.STARTED, 0, 1);
        play(What.ASK_START, 2, 1);

        assertThat(refusals()).containsExactly(Reason.PERMIT_DUPLICATE_RUN);
        assertThat(alerts()).contains(Reason.PERMIT_DUPLICATE_RUN);
    }

    @Test
    void shouldNotTakeTheExitOfARefusedRunForAFailure() {
        failAndRerun();
        play(What.ASK_START, 0, 1);
        play(What.STARTED, 0, 1);
        play(What.ASK_START, 2, 1);
        play(What.FAILED_FINAL, 2, 1);

        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.DUPLICATE);
        assertThat(history.reruns()).hasSize(1);
        assertThat(history.state().status()).isEqualTo(InstanceStatus.RERUNNING);
    }

    @Test
    void shouldRefuseEveryoneAfterSuccess() {
        play(What.STARTED, 1, 1);
        play(What.SUCCEEDED, 1, 1);
        play(What.ASK_START, 2, 1);
        play(What.ASK_COMMIT, 1, 1);

        assertThat(refusals()).containsExactly(Reason.PERMIT_ALREADY_SUCCEEDED, Reason.PERMIT_ALREADY_SUCCEEDED);
    }

    @Test
    void shouldRefuseToPublishWhatWasStartedByHandAfterSuccess() {
        play(What.STARTED, 1, 1);
        play(What.SUCCEEDED, 1, 1);
        play(What.STARTED, 2, 1);
        play(What.ASK_COMMIT, 2, 1);
        history.pass(Duration.ofHours(9));

        assertThat(refusals()).containsExactly(Reason.PERMIT_ALREADY_SUCCEEDED);
        assertThat(history.state().status()).isEqualTo(InstanceStatus.CLOSED);
        assertThat(history.reruns()).isEmpty();
    }

    @Test
    void shouldLetARerunPassThatAPersonOrderedAfterSuccess() {
        play(What.STARTED, 1, 1);
        play(What.SUCCEEDED, 1, 1);
        play(What.FORCED, 1, 1);
        play(What.ASK_START, 0, 1);
        play(What.STARTED, 0, 1);
        play(What.ASK_COMMIT, 0, 1);

        assertThat(refusals()).isEmpty();
        assertThat(grants()).extracting(Decision.Grant::generation).containsExactly(1L, 1L);
    }

    @Test
    void shouldLetANativeRetryPassInAGenerationOfItsOwn() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.FAILED_WILL_RETRY, 1, 1);
        play(What.ASK_START, 1, 2);
        play(What.STARTED, 1, 2);
        play(What.ASK_COMMIT, 1, 1);
        play(What.ASK_COMMIT, 1, 2);

        assertThat(grants()).extracting(Decision.Grant::generation).containsExactly(0L, 1L, 1L);
        assertThat(refusals()).containsExactly(Reason.PERMIT_SUPERSEDED);
        assertThat(history.reruns()).isEmpty();
    }

    @Test
    void shouldLetAPersonsRunPassOnceAllRerunsHaveFailed() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.KILLED, 1, 1);
        play(What.ASK_START, 2, 1);
        play(What.STARTED, 2, 1);
        play(What.ASK_COMMIT, 2, 1);

        assertThat(refusals()).isEmpty();
        assertThat(grants()).extracting(Decision.Grant::generation).containsExactly(0L, 1L, 1L);
        assertThat(history.state().generation()).isEqualTo(1);
    }

    @Test
    void shouldTakeOverFromARerunThatIsOnlyConsidered() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.FAILED_FINAL, 1, 1);
        play(What.ASK_START, 2, 1);
        play(What.STARTED, 2, 1);
        history.pass(Duration.ofHours(1));

        assertThat(grants()).extracting(Decision.Grant::generation).containsExactly(0L, 1L);
        assertThat(history.state().generation()).isEqualTo(1);
        assertThat(history.reruns()).isEmpty();
    }

    @Test
    void shouldRerunAllTheSameWhereTheHolderNeverStarted() {
        play(What.ASK_START, 1, 1);
        play(What.STARTED, 1, 1);
        play(What.FAILED_FINAL, 1, 1);
        play(What.ASK_START, 2, 1);
        history.pass(Duration.ofHours(1));
        play(What.ASK_START, 0, 1);

        assertThat(history.reruns()).extracting(Decision.Rerun::generation).containsExactly(2L);
        assertThat(refusals()).isEmpty();
    }

    @Test
    void shouldGiveTheCommitToTheFirstWhereNobodyAskedToStart() {
        play(What.STARTED, 1, 1);
        play(What.STARTED, 2, 1);
        play(What.ASK_COMMIT, 2, 1);
        play(What.ASK_COMMIT, 1, 1);

        assertThat(grants()).extracting(grant -> grant.attempt().run()).containsExactly(new RunId("run-2"));
        assertThat(refusals()).containsExactly(Reason.PERMIT_COMMITTED_ALREADY);
    }

    @Test
    void shouldRefuseARerunThatWasNeverDecided() {
        history.observe(asks(Optional.of(RerunId.ofRequest(History.INSTANCE, "nobody's")), Optional.of(1L),
                history.now().plusSeconds(30)));

        assertThat(refusals()).containsExactly(Reason.PERMIT_RERUN_UNKNOWN);
        assertThat(alerts()).containsExactly(Reason.PERMIT_RERUN_UNKNOWN);
    }

    @Test
    void shouldGiveNoPermitThatNobodyWaitsFor() {
        history.observe(asks(Optional.empty(), Optional.empty(), history.now().minusSeconds(1)));

        assertThat(refusals()).containsExactly(Reason.PERMIT_EXPIRED);
    }

    @Test
    void shouldRefuseAnAttemptThatHasEnded() {
        play(What.STARTED, 1, 1);
        play(What.FAILED_WILL_RETRY, 1, 1);
        play(What.ASK_START, 1, 1);

        assertThat(refusals()).containsExactly(Reason.PERMIT_RUN_ENDED);
    }

    @Test
    void shouldTakeTheTokenFromTheLogWhereItIsHigher() {
        PermitRequested request = asks(Optional.empty(), Optional.empty(), history.now().plusSeconds(30));
        Step step = InstanceMachine.step(history.state(),
                new InstanceFact.Observed(request, 4711, history.now(), history.now()), history.job());

        assertThat(step.decisions()).singleElement().isInstanceOfSatisfying(Decision.Grant.class,
                grant -> assertThat(grant.token()).isEqualTo(4711));
    }

    @Test
    void shouldPromiseNothingForAJobThatNobodyRegistered() {
        Step step = InstanceMachine.step(history.state(), new InstanceFact.Observed(
                asks(Optional.empty(), Optional.empty(), history.now().plusSeconds(30)), history.now(), history.now()),
                new JobView.Unknown());

        assertThat(step.decisions()).extracting(Decision::reason)
                .containsExactly(Reason.UNKNOWN_JOB, Reason.UNKNOWN_JOB);
        assertThat(step.decisions().getLast()).isInstanceOf(Decision.Refuse.class);
    }

    private void failAndRerun() {
        play(What.STARTED, 1, 1);
        play(What.FAILED_FINAL, 1, 1);
        history.pass(Duration.ofMinutes(5));
        assertThat(history.reruns()).hasSize(1);
    }

    private void play(What what, int run, int attempt) {
        history.play(new Move(what, run, attempt, 1));
    }

    private PermitRequested asks(Optional<RerunId> rerun, Optional<Long> generation, Instant expiresAt) {
        return new PermitRequested(History.INSTANCE.job(), History.INSTANCE.partition(), history.now(), "request-1",
                Gate.START, new RunId("run-1"), 1, "process-1", "test", rerun, generation, expiresAt);
    }

    private List<Decision.Grant> grants() {
        return history.decisions.stream().filter(Decision.Grant.class::isInstance).map(Decision.Grant.class::cast)
                .toList();
    }

    private List<Reason> refusals() {
        return history.decisions.stream().filter(Decision.Refuse.class::isInstance).map(Decision::reason).toList();
    }

    private List<Reason> alerts() {
        return history.decisions.stream().filter(Decision.Alert.class::isInstance).map(Decision::reason).toList();
    }
}
