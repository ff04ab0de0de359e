// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.RunNoted;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.job.Blackout;

/** What holds a rerun from outside, and how it comes free. */
final class HoldTest {
    private static final Move FAILED = new Move(What.FAILED_FINAL, 1, 1, 0);

    @Test
    void shouldHoldWhilePausedAndGoOnOnceResumed() {
        JobView.Known job = Jobs.job(policy -> policy);
        History history = new History(Jobs.under(job, ControlKind.PAUSE));
        history.play(FAILED);
        history.pass(Duration.ofHours(1));

        assertThat(history.state().status()).isEqualTo(InstanceStatus.HELD);
        assertThat(reasons(history)).containsExactly(Reason.SETTLING, Reason.PAUSED);

        history.become(job);
        history.pass(Duration.ofSeconds(15));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldTellWhenAHeldFailureGrowsTooOld() {
        History history = new History(Jobs.under(Jobs.job(policy -> policy), ControlKind.PAUSE));
        history.play(FAILED);
        history.pass(Duration.ofHours(7));

        assertThat(history.state().status()).isEqualTo(InstanceStatus.GAVE_UP);
        assertThat(reasons(history)).containsExactly(Reason.SETTLING, Reason.PAUSED, Reason.STALE_FAILURE);
    }

    @Test
    void shouldLetAPersonsRequestPassAPauseButNotAFreeze() {
        JobView.Known job = Jobs.job(policy -> policy);
        History paused = new History(Jobs.under(job, ControlKind.PAUSE));
        paused.play(new Move(What.REQUESTED, 1, 1, 0));
        History frozen = new History(Jobs.under(job, ControlKind.FREEZE));
        frozen.play(new Move(What.REQUESTED, 1, 1, 0));

        assertThat(paused.reruns()).hasSize(1);
        assertThat(frozen.reruns()).isEmpty();
        assertThat(frozen.state().status()).isEqualTo(InstanceStatus.HELD);
        assertThat(reasons(frozen)).containsExactly(Reason.FROZEN);
    }

    @Test
    void shouldWaitForTheEndOfABlackout() {
        History history = new History(Jobs.job(policy -> policy
                .blackouts(List.of(new Blackout("00:00", "02:00", "UTC", List.of())))));
        history.play(FAILED);
        history.pass(Duration.ofMinutes(119));

        assertThat(history.reruns()).isEmpty();

        history.pass(Duration.ofMinutes(1));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldAskTheGroupWhenItFailsAndRerunWhenItsWaitIsOver() {
        History history = grouped();
        history.play(FAILED);

        assertThat(asked(history)).singleElement()
                .satisfies(ask -> assertThat(ask.slot()).isFalse())
                .satisfies(ask -> assertThat(ask.idempotent()).isTrue());

        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));
        history.pass(Duration.ofSeconds(30));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldAskAgainUntilTheGroupAnswers() {
        History history = grouped();
        history.play(FAILED);
        history.pass(Duration.ofSeconds(65));

        assertThat(history.reruns()).isEmpty();
        assertThat(reasons(history)).containsExactly(Reason.SETTLING, Reason.ADMISSION_PENDING);
        assertThat(asked(history)).hasSizeGreaterThan(3).allSatisfy(
                ask -> assertThat(ask.rerunId()).isEqualTo(asked(history).getFirst().rerunId()));

        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldHoldInAStormAndGoOnceReleased() {
        History history = grouped();
        history.play(FAILED);
        history.observe(history.ruled(AdmissionRuling.HELD, Optional.of(Reason.STORM_HELD), true));

        assertThat(history.state().status()).isEqualTo(InstanceStatus.HELD);
        assertThat(reasons(history)).containsExactly(Reason.SETTLING, Reason.STORM_BREAKER, Reason.STORM_HELD);

        history.pass(Duration.ofHours(1));

        assertThat(history.reruns()).isEmpty();
        assertThat(reasons(history)).hasSize(3);

        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.of(Reason.STORM_RELEASED), false));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldSettleAllTheSameWhenReleasedAtOnce() {
        History history = grouped();
        history.play(FAILED);
        history.observe(history.ruled(AdmissionRuling.HELD, Optional.of(Reason.STORM_HELD), false));
        history.pass(Duration.ofSeconds(5));
        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.of(Reason.STORM_RELEASED), false));

        assertThat(history.reruns()).isEmpty();

        history.pass(Duration.ofSeconds(25));

        assertThat(history.reruns()).hasSize(1);
    }

    @Test
    void shouldSayThatTheStormIsOverAndNotBefore() {
        History history = grouped();
        history.play(FAILED);
        history.observe(history.ruled(AdmissionRuling.HELD, Optional.of(Reason.STORM_HELD), true));
        history.play(new Move(What.SUCCEEDED, 1, 1, 5));
        AlertKey storm = new AlertKey("STORM_BREAKER/warehouse");

        assertThat(history.state().openAlerts()).extracting(AlertMemory::key).containsExactly(storm);

        history.observe(new StormEnded(History.INSTANCE.job(), History.INSTANCE.partition(), history.now(),
                "warehouse", ""));

        assertThat(history.state().openAlerts()).isEmpty();
        assertThat(history.decisions).contains(new Decision.Resolve(Reason.STORM_OVER, storm));
    }

    @Test
    void shouldTellTheGroupWhenItNeedsItNoLonger() {
        History withdrawn = grouped();
        withdrawn.play(FAILED);
        withdrawn.play(new Move(What.SUCCEEDED, 1, 1, 5));
        History succeeded = grouped();
        succeeded.play(FAILED);
        succeeded.observe(succeeded.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));
        succeeded.pass(Duration.ofSeconds(30));
        succeeded.play(new Move(What.STARTED, 0, 1, 1));
        History failed = grouped();
        failed.play(FAILED);
        failed.observe(failed.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));
        failed.pass(Duration.ofSeconds(30));
        failed.play(new Move(What.STARTED, 0, 1, 1));

        assertThat(outcomes(succeeded)).isEmpty();

        succeeded.play(new Move(What.SUCCEEDED, 0, 1, 60));
        failed.play(new Move(What.FAILED_FINAL, 0, 1, 60));

        assertThat(outcomes(withdrawn)).containsExactly(AdmissionOutcome.WITHDRAWN);
        assertThat(outcomes(succeeded)).containsExactly(AdmissionOutcome.SUCCEEDED);
        assertThat(outcomes(failed)).containsExactly(AdmissionOutcome.FAILED);
        assertThat(groupMessages(succeeded)).filteredOn(RunNoted.class::isInstance).singleElement()
                .satisfies(noted -> assertThat(((RunNoted) noted).took()).contains(Duration.ofSeconds(60)));
    }

    @Test
    void shouldAskForAPlaceWhenItsWaitIsOver() {
        History history = new History(Jobs.job(policy -> policy.admission(Optional.of(Jobs.ONE_AT_A_TIME))));
        history.play(FAILED);
        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));
        history.pass(Duration.ofSeconds(30));

        assertThat(history.reruns()).isEmpty();
        assertThat(asked(history)).extracting(AdmissionAsked::slot).containsExactly(false, true);

        history.observe(history.ruled(AdmissionRuling.HELD, Optional.of(Reason.SLOT_HELD), false));

        assertThat(history.state().lastReason()).contains(Reason.SLOT_HELD);

        history.observe(history.ruled(AdmissionRuling.ADMITTED, Optional.empty(), false));

        assertThat(history.reruns()).hasSize(1);
    }

    private static History grouped() {
        return new History(Jobs.job(policy -> policy.admission(Optional.of(Jobs.GROUP))));
    }

    private static List<Reason> reasons(History history) {
        return history.decisions.stream().map(Decision::reason)
                .filter(reason -> reason != Reason.BARRIER_PENDING && reason != Reason.FINAL_FAILURE).toList();
    }

    private static List<AdmissionMessage> groupMessages(History history) {
        return history.told.stream().filter(Outgoing.ToGroup.class::isInstance).map(Outgoing.ToGroup.class::cast)
                .map(Outgoing.ToGroup::message).toList();
    }

    private static List<AdmissionAsked> asked(History history) {
        return groupMessages(history).stream().filter(AdmissionAsked.class::isInstance).map(AdmissionAsked.class::cast)
                .toList();
    }

    private static List<AdmissionOutcome> outcomes(History history) {
        return groupMessages(history).stream().filter(AdmissionSettled.class::isInstance)
                .map(AdmissionSettled.class::cast).map(AdmissionSettled::outcome).toList();
    }
}
