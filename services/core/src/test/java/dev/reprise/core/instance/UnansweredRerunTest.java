// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.RerunId;

/** A rerun was decided, and all runners are away. */
final class UnansweredRerunTest {
    private static final JobView.Known JOB = Jobs.job(policy -> policy.maxAge(Duration.ofHours(2)).maxReruns(3));
    private static final AlertKey KEY = AlertKey.of(Reason.RERUN_UNANSWERED.name(), History.INSTANCE);

    @Test
    void shouldTellOnceThatNobodyHasAnsweredWhenTheTimeOfTheRerunIsOver() {
        History history = decided();
        history.pass(Duration.ofHours(2).plusMinutes(4).minusSeconds(1));
        assertThat(reasons(history)).doesNotContain(Reason.RERUN_UNANSWERED);

        history.pass(Duration.ofMinutes(1));

        assertThat(history.decisions.getLast()).isInstanceOfSatisfying(Decision.Alert.class,
                alert -> assertThat(alert.reason()).isEqualTo(Reason.RERUN_UNANSWERED));
        assertThat(history.state().phase()).isEqualTo(new Phase.Intended());
        history.pass(Duration.ofDays(3));
        assertThat(reasons(history)).containsOnlyOnce(Reason.RERUN_UNANSWERED);
        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldTellOfADoubtThatNoRunnerSettles() {
        History history = decided();
        RerunId rerunId = history.reruns().getFirst().rerunId();
        history.dispatch(new DispatchInDoubt(rerunId, History.INSTANCE.job(), History.INSTANCE.partition(), 1, 1,
                history.now(), "no answer", history.now().plusSeconds(5)));
        assertThat(history.state().phase()).isEqualTo(new Phase.InDoubt(false));

        history.pass(Duration.ofHours(3));

        assertThat(reasons(history)).containsOnlyOnce(Reason.RERUN_UNANSWERED);
    }

    @Test
    void shouldLetAPersonOrderAnotherOnlyOnceItWasTold() {
        History history = decided();
        history.play(new Move(What.REQUESTED, 1, 1, 3600));
        assertThat(history.decisions.getLast().reason()).isEqualTo(Reason.RERUN_ALREADY_OPEN);
        history.pass(Duration.ofHours(2));

        history.play(new Move(What.REQUESTED, 2, 1, 0));

        assertThat(history.reruns()).extracting(Decision.Rerun::reason)
                .containsExactly(Reason.FINAL_FAILURE, Reason.MANUAL);
        history.pass(Duration.ofHours(1));
        assertThat(reasons(history).stream().filter(Reason.RERUN_UNANSWERED::equals)).as("told of the second, too")
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"ACCEPTED", "REFUSED", "PARKED"})
    void shouldEndTheAlertWhenARunnerAnswersAfterAll(What answer) {
        History history = decided();
        history.pass(Duration.ofHours(3));

        history.play(new Move(answer, 0, 1, 0));

        assertThat(history.decisions).contains(new Decision.Resolve(Reason.IN_DOUBT_RESOLVED, KEY));
        assertThat(history.state().isToldUnanswered()).isFalse();
    }

    @Test
    void shouldEndTheAlertWhenTheRerunIsSeen() {
        History history = decided();
        history.pass(Duration.ofHours(3));

        history.play(new Move(What.STARTED, 0, 1, 0));

        assertThat(history.decisions.getLast()).isEqualTo(new Decision.Resolve(Reason.IN_DOUBT_RESOLVED, KEY));
        assertThat(history.state().phase()).isInstanceOf(Phase.Running.class);
    }

    @Test
    void shouldNotTellOfARerunThatWasAnswered() {
        History history = decided();
        history.play(new Move(What.ACCEPTED, 0, 1, 60));
        history.play(new Move(What.SUCCEEDED, 0, 1, 60));
        history.pass(Duration.ofHours(5));

        assertThat(reasons(history)).doesNotContain(Reason.RERUN_UNANSWERED);
    }

    private static History decided() {
        History history = new History(JOB);
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));
        history.pass(Duration.ofSeconds(30));
        assertThat(history.state().phase()).isEqualTo(new Phase.Intended());
        return history;
    }

    private static List<Reason> reasons(History history) {
        return history.decisions.stream().map(Decision::reason).toList();
    }
}
