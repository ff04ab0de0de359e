// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.RerunRule;

/** What hangs together between instances. */
final class CascadeTest {
    private static final InstanceId DOWNSTREAM = new InstanceId(new JobId("warehouse", "report"),
            History.INSTANCE.partition());

    @Test
    void shouldWaitForAMissingInputAndRerunOnceItIsThere() {
        History history = new History(Jobs.reading(Jobs.job(policy -> policy)));
        history.play(new Move(What.UPSTREAM_FAILED, 1, 1, 0));

        assertThat(history.state().status()).isEqualTo(InstanceStatus.HELD);
        assertThat(toInstances(history)).containsExactly(new UpstreamAwaited(History.UPSTREAM.job(),
                History.UPSTREAM.partition(), history.now(), History.INSTANCE.job(), History.INSTANCE.partition()));

        history.pass(Duration.ofHours(2));
        assertThat(history.reruns()).isEmpty();

        history.play(new Move(What.RECOVERED, 1, 1, 0));
        history.pass(Duration.ofSeconds(30));

        assertThat(history.reruns()).singleElement()
                .satisfies(rerun -> assertThat(rerun.reason()).isEqualTo(Reason.UPSTREAM_RECOVERED));
    }

    @Test
    void shouldWaitForAnInputWhenTheErrorSaysThatItIsMissing() {
        History history = new History(Jobs.reading(
                Jobs.diagnosing(Jobs.job(policy -> policy), FailureClass.UPSTREAM, true)));
        history.play(new Move(What.FAILED_FINAL, 1, 1, 0));

        assertThat(history.state().lastReason()).contains(Reason.UPSTREAM_AWAITED);
    }

    @Test
    void shouldLeaveARunAloneThatStartsBeforeTheInputIsThere() {
        History history = new History(Jobs.reading(Jobs.job(policy -> policy)));
        history.play(new Move(What.UPSTREAM_FAILED, 1, 1, 0));
        history.play(new Move(What.STARTED, 2, 1, 10));
        history.play(new Move(What.RECOVERED, 1, 1, 10));
        history.pass(Duration.ofHours(1));

        assertThat(history.reruns()).isEmpty();
    }

    @Test
    void shouldTellAPersonWhenTheInputDoesNotCome() {
        History history = new History(Jobs.reading(Jobs.job(policy -> policy)));
        history.play(new Move(What.UPSTREAM_FAILED, 1, 1, 0));
        history.pass(Duration.ofHours(7));

        assertThat(history.state().phase()).isEqualTo(new Phase.GaveUp(Reason.STALE_FAILURE));
    }

    @Test
    void shouldStayOutOfItWhereNothingIsKnownOfItsInputs() {
        History history = new History(Jobs.job(policy -> policy));
        history.play(new Move(What.UPSTREAM_FAILED, 1, 1, 0));

        assertThat(history.state().phase()).isEqualTo(new Phase.Closed(Reason.UPSTREAM_FAILED));
    }

    @Test
    void shouldTellItsWaitersOnceItSucceedsAndAtOnceWhereItHas() {
        History history = new History(Jobs.job(policy -> policy));
        history.observe(waits(history));
        history.observe(waits(history));
        history.play(new Move(What.SUCCEEDED, 1, 1, 10));

        assertThat(toInstances(history)).containsExactly(recovered(history));

        history.observe(waits(history));

        assertThat(toInstances(history)).hasSize(2);
    }

    @Test
    void shouldListAReaderOfRewrittenDataOrRerunItByPolicy() {
        History listed = new History(Jobs.reading(Jobs.job(policy -> policy.rerun(RerunRule.ALWAYS))));
        listed.play(new Move(What.SUCCEEDED, 1, 1, 0));
        listed.play(new Move(What.REWRITTEN, 2, 1, 10));
        listed.play(new Move(What.REWRITTEN, 2, 1, 10));
        History rerun = new History(Jobs.reading(Jobs.job(policy -> policy.rerun(RerunRule.ALWAYS)
                .cascade(new Cascade(List.of(), OnRewrite.RERUN)))));
        rerun.play(new Move(What.SUCCEEDED, 1, 1, 0));
        rerun.play(new Move(What.REWRITTEN, 2, 1, 10));
        rerun.play(new Move(What.REWRITTEN, 2, 1, 1));
        rerun.pass(Duration.ofMinutes(1));

        assertThat(listed.decisions).extracting(Decision::reason).containsExactly(Reason.DOWNSTREAM_STALE);
        assertThat(listed.state().status()).isEqualTo(InstanceStatus.SUCCEEDED);
        assertThat(rerun.reruns()).singleElement()
                .satisfies(decision -> assertThat(decision.reason()).isEqualTo(Reason.UPSTREAM_REWRITTEN));
    }

    @Test
    void shouldSpendNothingOnRewrittenInputInShadowEither() {
        History history = new History(
                Jobs.reading(Jobs.job(policy -> policy.rerun(RerunRule.ALWAYS).mode(RerunMode.SHADOW).maxReruns(0)
                        .cascade(new Cascade(List.of(), OnRewrite.RERUN)))));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.play(new Move(What.REWRITTEN, 1, 1, 10));
        history.pass(Duration.ofMinutes(1));

        assertThat(history.decisions.getLast()).isInstanceOf(Decision.Shadow.class);
        assertThat(history.state().reruns()).isZero();
    }

    @Test
    void shouldNotRepeatASuccessWhereOnlyFailuresMayBeRerun() {
        History history = new History(Jobs.reading(Jobs.job(policy -> policy.rerun(RerunRule.ON_FAILURE)
                .cascade(new Cascade(List.of(), OnRewrite.RERUN)))));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));
        history.play(new Move(What.REWRITTEN, 2, 1, 10));
        history.pass(Duration.ofHours(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(history.state().openAlerts()).extracting(AlertMemory::kind).containsExactly(Reason.DOWNSTREAM_STALE);
    }

    @Test
    void shouldTellItsReadersWhenItWritesAnew() {
        History history = new History(Jobs.readBy(Jobs.job(policy -> policy), DOWNSTREAM.job()));
        history.play(new Move(What.SUCCEEDED, 1, 1, 0));

        assertThat(toInstances(history)).isEmpty();

        history.play(new Move(What.STARTED, 2, 1, 60));
        history.play(new Move(What.SUCCEEDED, 2, 1, 60));

        assertThat(toInstances(history)).containsExactly(new UpstreamRewritten(DOWNSTREAM.job(),
                DOWNSTREAM.partition(), history.now(), History.INSTANCE.job(), History.INSTANCE.partition(),
                Optional.empty(), 1));
    }

    @Test
    void shouldRerunItsReadersWhereAPersonWantsIt() {
        History root = new History(Jobs.readBy(Jobs.job(policy -> policy), DOWNSTREAM.job()));
        root.play(new Move(What.SUCCEEDED, 1, 1, 0));
        root.play(new Move(What.FORCED, 2, 1, 10));
        root.play(new Move(What.STARTED, 0, 1, 10));
        root.play(new Move(What.SUCCEEDED, 0, 1, 10));

        assertThat(toInstances(root)).singleElement().satisfies(event -> assertThat(
                ((UpstreamRewritten) event).order()).contains(new CascadeOrder("li", "asked", false)));

        History reader = new History(Jobs.reading(Jobs.job(policy -> policy)));
        reader.play(new Move(What.SUCCEEDED, 1, 1, 0));
        reader.play(new Move(What.REWRITTEN, 2, 2, 10));
        reader.pass(Duration.ofMinutes(1));

        assertThat(reader.reruns()).singleElement()
                .satisfies(rerun -> assertThat(rerun.cascade()).isPresent());
    }

    @Test
    void shouldCarryTheOrderThroughAnApproval() {
        History root = new History(Jobs.readBy(Jobs.job(policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT)),
                DOWNSTREAM.job()));
        root.play(new Move(What.SUCCEEDED, 1, 1, 0));
        root.play(new Move(What.FORCED, 2, 1, 10));
        root.play(new Move(What.APPROVED, 1, 1, 10));
        root.play(new Move(What.STARTED, 0, 1, 10));
        root.play(new Move(What.SUCCEEDED, 0, 1, 10));

        assertThat(root.reruns()).singleElement().satisfies(rerun -> assertThat(rerun.cascade()).isPresent());
        assertThat(toInstances(root)).singleElement()
                .satisfies(event -> assertThat(((UpstreamRewritten) event).order()).isPresent());
    }

    @Test
    void shouldRunOnceMoreWhereASecondInputIsRewrittenUnderItsRerun() {
        History reader = new History(Jobs.reading(Jobs.job(policy -> policy)));
        reader.play(new Move(What.SUCCEEDED, 1, 1, 0));
        reader.play(new Move(What.REWRITTEN, 2, 2, 10));
        reader.pass(Duration.ofMinutes(1));
        reader.play(new Move(What.STARTED, 0, 1, 10));
        reader.play(new Move(What.REWRITTEN, 3, 2, 10));
        reader.play(new Move(What.REWRITTEN, 3, 2, 10));
        assertThat(reader.reruns()).hasSize(1);

        reader.play(new Move(What.SUCCEEDED, 0, 1, 10));
        reader.pass(Duration.ofMinutes(1));
        assertThat(reader.reruns()).hasSize(2).allSatisfy(rerun -> assertThat(rerun.cascade()).isPresent());

        reader.play(new Move(What.STARTED, 0, 1, 10));
        reader.play(new Move(What.SUCCEEDED, 0, 1, 10));
        reader.pass(Duration.ofHours(1));
        assertThat(reader.reruns()).hasSize(2);
    }

    @Test
    void shouldNotRunOnceMoreWhereTheRerunHasNotBegun() {
        History reader = new History(Jobs.reading(Jobs.job(policy -> policy)));
        reader.play(new Move(What.SUCCEEDED, 1, 1, 0));
        reader.play(new Move(What.REWRITTEN, 2, 2, 10));
        reader.play(new Move(What.REWRITTEN, 3, 2, 10));
        reader.pass(Duration.ofMinutes(1));
        reader.play(new Move(What.STARTED, 0, 1, 10));
        reader.play(new Move(What.SUCCEEDED, 0, 1, 10));
        reader.pass(Duration.ofHours(1));

        assertThat(reader.reruns()).hasSize(1);
    }

    private static UpstreamAwaited waits(History history) {
        return new UpstreamAwaited(History.INSTANCE.job(), History.INSTANCE.partition(), history.now(),
                DOWNSTREAM.job(), DOWNSTREAM.partition());
    }

    private static UpstreamRecovered recovered(History history) {
        return new UpstreamRecovered(DOWNSTREAM.job(), DOWNSTREAM.partition(), history.now(), History.INSTANCE.job(),
                History.INSTANCE.partition());
    }

    private static List<CoordinatorEvent> toInstances(History history) {
        return history.told.stream().filter(Outgoing.ToInstance.class::isInstance).map(Outgoing.ToInstance.class::cast)
                .map(Outgoing.ToInstance::event)
                .filter(event -> !(event instanceof dev.reprise.schemas.event.Barrier)).toList();
    }
}
