// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;

/** What comes late, twice, or about a run that is over, must not end what goes on now. */
final class LateReportsTest {
    private static final JobView.Known JOB = Jobs.job(policy -> policy.maxReruns(3));

    /** A scheduler says its piece about run 1, the instance goes on with run 2, and run 1 is told of again. */
    @ParameterizedTest
    @EnumSource(names = {"KILLED", "SKIPPED", "UPSTREAM_FAILED", "CLEARED"})
    void shouldNotEndANewRunByTheEndOfAnOldOneToldAgain(What end) {
        History history = new History(JOB);
        history.play(new Move(end, 1, 1, 0));
        history.play(new Move(What.STARTED, 2, 1, 60));
        history.play(new Move(end, 1, 1, 60));
        history.play(new Move(What.FAILED_FINAL, 2, 1, 60));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"KILLED", "SKIPPED", "UPSTREAM_FAILED", "CLEARED"})
    void shouldNotDropAFailureForTheEndOfAnOldRunToldAgain(What end) {
        History history = new History(JOB);
        history.play(new Move(end, 1, 1, 0));
        history.play(new Move(What.STARTED, 2, 1, 60));
        history.play(new Move(What.FAILED_FINAL, 2, 1, 60));
        history.play(new Move(end, 1, 1, 5));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    /** A source may report failures alone: what comes after an end that told nobody must not be lost. */
    @ParameterizedTest
    @EnumSource(names = {"SKIPPED", "UPSTREAM_FAILED"})
    void shouldHearTheFailureOfAnotherRunWhoseStartWasNotTold(What end) {
        History history = new History(JOB);
        history.play(new Move(end, 1, 1, 0));
        history.play(new Move(What.FAILED_FINAL, 2, 1, 60));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"KILLED", "SKIPPED", "UPSTREAM_FAILED"})
    void shouldHearTheFailureOfANewerAttemptWhoseStartWasNotTold(What end) {
        History history = new History(JOB);
        history.play(new Move(end, 1, 1, 0));
        history.play(new Move(What.FAILED_FINAL, 1, 2, 60));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    /** Two sources name one execution differently: what a person has stopped must not be run again for that. */
    @Test
    void shouldTakeTheFailureUnderAnotherNameForAPartOfTheStop() {
        History history = new History(JOB);
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.play(new Move(What.KILLED, 1, 1, 60));
        history.play(new Move(What.FAILED_FINAL, 2, 1, 1));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(history.decisions.getLast()).isEqualTo(new Decision.Suppress(Reason.SLOT_CLOSED, Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource(names = {"KILLED", "SKIPPED", "UPSTREAM_FAILED", "CLEARED"})
    void shouldKeepARerunOpenThatIsOnItsWay(What end) {
        History history = new History(JOB);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(What.ACCEPTED, 0, 1, 0));
        history.play(new Move(end, 1, 1, 5));
        history.play(new Move(What.REQUESTED, 1, 1, 5));

        assertThat(history.reruns()).hasSize(1);
        assertThat(history.decisions.getLast())
                .isEqualTo(new Decision.Suppress(Reason.RERUN_ALREADY_OPEN, Optional.empty()));
    }

    @Test
    void shouldLeaveARetryToTheSchedulerThatSaysSoWhileTheLogIsRead() {
        History history = new History(JOB);
        history.play(new Move(What.FAILED, 1, 1, 0));
        history.holdBarriers();
        history.pass(Duration.ofSeconds(30));
        history.play(new Move(What.FAILED_WILL_RETRY, 1, 1, 0));
        history.releaseBarriers();

        assertThat(history.reruns()).isEmpty();
        assertThat(history.state().phase()).isInstanceOf(Phase.AwaitingNativeRetry.class);
    }

    @Test
    void shouldNotGiveAPersonsOrderUpForARetryOfTheScheduler() {
        History history = new History(JOB);
        history.play(new Move(What.FAILED, 1, 1, 0));
        history.holdBarriers();
        history.play(new Move(What.REQUESTED, 1, 1, 5));
        history.play(new Move(What.FAILED_WILL_RETRY, 1, 1, 0));
        history.releaseBarriers();

        assertThat(history.reruns()).extracting(Decision.Rerun::reason).containsExactly(Reason.MANUAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"KILLED", "CLEARED"})
    void shouldTakeARerunBackThatIsNotSentYetWhenAPersonStopsTheRun(What word) {
        History history = new History(JOB);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(word, 1, 1, 5));

        assertThat(history.decisions).anySatisfy(decision -> assertThat(decision).isEqualTo(
                new Decision.Withdraw(word == What.KILLED ? Reason.KILLED_BY_USER : Reason.CLEARED_BY_USER,
                        history.reruns().getFirst().rerunId())));
        assertThat(history.state().phase()).isNotInstanceOf(Phase.Claimed.class);
    }
}
