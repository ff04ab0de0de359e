// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.core.instance.InstanceFact.Forgotten.Extent;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.RerunRule;

/** Seven days after the last word a success is all that is remembered, and ninety days after it nothing. */
final class ForgettingTest {
    private static final Duration DETAILS = Duration.ofDays(7);
    private static final Duration RESULTS = Duration.ofDays(90);
    private static final JobView.Known JOB = Jobs.job(policy -> policy.maxReruns(3));
    private static final InstanceState NOTHING = InstanceState.initial(History.INSTANCE);

    @Test
    void shouldKeepOnlyThatItHasSucceededAfterAWeek() {
        History history = rerunSucceeded();
        InstanceState before = history.state();
        history.pass(DETAILS.minusSeconds(1));
        assertThat(history.state()).isEqualTo(before);

        history.pass(Duration.ofSeconds(1));

        InstanceState after = history.state();
        assertThat(extents(history)).containsExactly(Extent.DETAILS);
        assertThat(after.memory()).isEqualTo(Memory.upTo(before.highestAppend()));
        assertThat(after.succeededBy()).isEqualTo(before.succeededBy());
        assertThat(after.generation()).isEqualTo(before.generation());
        assertThat(after.claim()).isEqualTo(before.claim());
        assertThat(after.runs()).isEqualTo(before.runs());
    }

    @Test
    void shouldForgetASuccessAfterNinetyDays() {
        History history = rerunSucceeded();
        history.pass(RESULTS);

        assertThat(extents(history)).containsExactly(Extent.DETAILS, Extent.ALL);
        assertThat(history.state()).isEqualTo(NOTHING);
        assertThat(Timers.of(history.state(), JOB)).isEmpty();
    }

    @Test
    void shouldDecideNothingWhereItForgets() {
        History history = rerunSucceeded();
        int decided = history.decisions.size();
        history.pass(RESULTS);

        assertThat(history.decisions).hasSize(decided);
    }

    @Test
    void shouldCountFromTheLastWord() {
        History history = rerunSucceeded();
        history.pass(Duration.ofDays(80));
        history.play(new Move(What.REQUESTED, 1, 1, 0));
        assertThat(history.decisions.getLast().reason()).as("is known to have succeeded")
                .isEqualTo(Reason.ALREADY_SUCCEEDED);
        history.pass(Duration.ofDays(80));

        assertThat(history.state().succeeded()).isTrue();
    }

    @Test
    void shouldAnswerAPersonAndAReaderByTheSuccessThatIsLeft() {
        History history = rerunSucceeded();
        history.pass(Duration.ofDays(60));
        JobId reader = new JobId("warehouse", "report");

        history.observe(new UpstreamAwaited(History.INSTANCE.job(), History.INSTANCE.partition(), history.now(), reader,
                History.INSTANCE.partition()));

        assertThat(history.told).last().isInstanceOfSatisfying(Outgoing.ToInstance.class,
                told -> assertThat(told.event()).isInstanceOf(UpstreamRecovered.class));
        history.play(new Move(What.REQUESTED, 1, 1, 0));
        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.ALREADY_SUCCEEDED);
        history.play(new Move(What.FORCED, 1, 2, 0));
        assertThat(history.reruns().getLast().generation()).as("numbers go on").isEqualTo(2);
    }

    @Test
    void shouldForgetATraceAfterAWeek() {
        History history = new History(JOB);
        history.observe(new UpstreamAwaited(History.INSTANCE.job(), History.INSTANCE.partition(), history.now(),
                new JobId("warehouse", "report"), History.INSTANCE.partition()));
        history.play(new Move(What.APPROVED, 1, 1, 0));
        history.pass(DETAILS);

        assertThat(extents(history)).containsExactly(Extent.ALL);
        assertThat(history.state()).isEqualTo(NOTHING);
    }

    /** What its sources and its log still hold is refused, each by the rule for its age or by the success that is left. */
    @ParameterizedTest
    @EnumSource(Extent.class)
    void shouldRefuseByAgeWhatIsToldAgainLater(Extent extent) {
        History history = rerunSucceeded();
        List<InstanceFact> log = List.copyOf(history.facts);
        history.pass(extent == Extent.DETAILS ? DETAILS : RESULTS);
        int reruns = history.reruns().size();
        InstanceState left = history.state();

        history.readAgain(log);
        history.pass(Duration.ofDays(1));

        assertThat(history.reruns()).hasSize(reruns);
        assertThat(history.state().status()).isEqualTo(InstanceStatus.SUCCEEDED);
        assertThat(history.state().openAlerts()).isEmpty();
        if (extent == Extent.DETAILS) {
            assertThat(history.state().succeededBy()).isEqualTo(left.succeededBy());
            assertThat(history.state().generation()).isEqualTo(left.generation());
        }
    }

    @Test
    void shouldNotReopenASuccessForAStartOrAResetThatWasTakenInBefore() {
        History history = rerunSucceeded();
        Instant longAgo = History.START;
        history.pass(Duration.ofDays(20));
        InstanceState left = history.state();

        observeLate(history, started("run-1", longAgo), longAgo);
        observeLate(history, started("run-7", longAgo), longAgo);
        observeLate(history, new RunCleared(History.INSTANCE.job(), History.INSTANCE.partition(), new RunId("run-1"), 1,
                longAgo, "test", Optional.empty()), longAgo);

        assertThat(history.state().phase()).isEqualTo(new Phase.Succeeded());
        assertThat(history.state().succeededBy()).isEqualTo(left.succeededBy());
        assertThat(history.state().openAlerts()).isEmpty();
    }

    @Test
    void shouldStillTakeANewRunForWhatItIs() {
        History history = rerunSucceeded();
        history.pass(Duration.ofDays(20));

        history.play(new Move(What.STARTED, 5, 1, 0));
        history.play(new Move(What.FAILED_FINAL, 5, 1, 60));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.decisions).extracting(Decision::reason).contains(Reason.EXTERNAL_RERUN_AFTER_SUCCESS);
        assertThat(history.reruns()).hasSize(2);
        assertThat(history.reruns().getLast().generation()).as("two runs began since the first rerun").isEqualTo(3);
    }

    /** A source that is more than a week late says something new for all that anybody knows. */
    @Test
    void shouldTellOfAFailureThatIsNewsHoweverOldItIs() {
        History history = rerunSucceeded();
        history.pass(RESULTS);

        observeLate(history, failed("run-9", History.START), history.now());

        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.STALE_FAILURE);
    }

    @Test
    void shouldNotForgetWhatFiresAndTellThatItIsOverFirst() {
        History history = new History(Jobs.job(policy -> policy.maxReruns(0)));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(RESULTS.minusSeconds(1));
        assertThat(history.state().openAlerts()).hasSize(1);

        history.pass(Duration.ofSeconds(1));

        assertThat(history.decisions.getLast()).isEqualTo(
                new Decision.Resolve(Reason.FORGOTTEN, history.state().alerts().getFirst().key()));
        assertThat(extents(history)).as("its numbers are known to those who were told").isEmpty();
        history.pass(RESULTS);
        assertThat(history.state()).isEqualTo(NOTHING);
    }

    @Test
    void shouldRememberAsLongAsItTellsInTheNameOfItsJob() {
        History history = new History(JOB);
        InstanceState state = InstanceMachine.step(NOTHING, new InstanceFact.Observed(started("run-1", history.now()),
                history.now(), history.now()), new JobView.Unknown()).next();

        assertThat(state.openAlerts()).hasSize(1);
        assertThat(Timers.of(state, new JobView.Unknown())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"ACCEPTED", "PARKED"})
    void shouldRememberARerunOfWhichNothingIsHeard(What answer) {
        History history = new History(JOB);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(answer, 0, 1, 0));
        history.pass(Duration.ofDays(400));

        assertThat(history.state().phase()).isInstanceOf(Phase.Claimed.class);
    }

    @Test
    void shouldRememberWhoHasAPermitUntilItsEndIsKnown() {
        History history = new History(JOB);
        history.observe(history.asks(Gate.START, new RunId("run-1"), 1, "process"));
        history.pass(Duration.ofDays(400));
        assertThat(history.state().permits()).isPresent();

        history.play(new Move(What.KILLED, 1, 1, 0));
        history.pass(RESULTS);

        assertThat(history.state()).isEqualTo(NOTHING);
    }

    @Test
    void shouldWaitForTheDeadlineFirst() {
        History history = new History(Jobs.job(policy -> policy
                .deadline(Optional.of(new Deadline("01:00", "UTC", 30)))));
        history.play(new Move(What.KILLED, 1, 1, 0));

        assertThat(Timers.of(history.state(), history.job()).orElseThrow().purpose()).isEqualTo(WaitPurpose.DEADLINE);
    }

    @Test
    void shouldRememberForAsLongAsTheLifeOfAFailureAndOfACommandTakes() {
        JobView.Known careless = Jobs.job(policy -> policy.maxAge(Duration.ofDays(3)))
                .remembered(new Remembrance(Duration.ofMinutes(1), Duration.ofMinutes(1)));
        History history = new History(careless);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.pass(Duration.ofDays(6));

        assertThat(history.state().succeeded()).isTrue();
        assertThat(extents(history)).isEmpty();
    }

    @Test
    void shouldNotRerunForNewsOfRewrittenInputThatIsReadAgain() {
        History history = new History(
                Jobs.reading(Jobs.job(policy -> policy.cascade(new Cascade(List.of(), OnRewrite.RERUN))
                        .rerun(RerunRule.ALWAYS))));
        Instant then = history.now();
        UpstreamRewritten news = new UpstreamRewritten(History.INSTANCE.job(), History.INSTANCE.partition(), then,
                History.UPSTREAM.job(), History.UPSTREAM.partition(), Optional.empty(), 4);
        history.pass(Duration.ofDays(8));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));

        observeLate(history, news, then);
        history.pass(Duration.ofDays(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(history.decisions).extracting(Decision::reason).contains(Reason.DOWNSTREAM_STALE);
    }

    @Test
    void shouldRefuseTimesThatForgetAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Remembrance(Duration.ZERO, RESULTS));
        assertThatIllegalArgumentException().isThrownBy(() -> new Remembrance(RESULTS, DETAILS))
                .withMessageContaining("results");
    }

    private static History rerunSucceeded() {
        History history = new History(JOB);
        history.play(new Move(What.STARTED, 1, 1, 0));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 60));
        history.pass(Duration.ofMinutes(1));
        history.play(new Move(What.ACCEPTED, 0, 1, 0));
        history.play(new Move(What.STARTED, 0, 1, 10));
        history.play(new Move(What.SUCCEEDED, 0, 1, 60));
        assertThat(history.state().succeeded()).isTrue();
        return history;
    }

    private static void observeLate(History history, InstanceEvent event, Instant appended) {
        history.readAgain(List.of(new InstanceFact.Observed(event, 0, appended, appended)));
    }

    private static RunStarted started(String run, Instant at) {
        return new RunStarted(History.INSTANCE.job(), History.INSTANCE.partition(), new RunId(run), 1, at, "test",
                Optional.empty(), Optional.empty(), false);
    }

    private static RunFailed failed(String run, Instant at) {
        return new RunFailed(History.INSTANCE.job(), History.INSTANCE.partition(), new RunId(run), 1, at, "test",
                FailureKind.FAILED, RetryOutlook.FINAL,
                RunPhase.MAY_HAVE_RUN, Optional.empty());
    }

    private static List<Extent> extents(History history) {
        return history.facts.stream().filter(InstanceFact.Forgotten.class::isInstance)
                .map(InstanceFact.Forgotten.class::cast).map(InstanceFact.Forgotten::extent).toList();
    }
}
