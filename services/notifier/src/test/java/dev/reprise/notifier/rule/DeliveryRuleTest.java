// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.log.LogEntry;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.rule.NextStep.Deliver;
import dev.reprise.notifier.rule.NextStep.GiveUp;
import dev.reprise.notifier.rule.NextStep.RetryAt;
import dev.reprise.notifier.rule.NextStep.Skip;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;

class DeliveryRuleTest {
    private static final Alerts ALERT = Alerts.anAlert();
    private static final ReceiverSpec ALL = Receivers.aWebhookFor();
    private static final ReceiverSpec OTHERS = Receivers.aWebhookFor("owner!=\"billing\"");
    private static final Instant NOW = Alerts.START.plusSeconds(60);

    private static NextStep next(Alert latest, LogEntry entry) {
        return DeliveryRule.next(latest, Optional.of(entry), ALL, NOW);
    }

    private static NextStep first(Alert latest, ReceiverSpec receiver) {
        return DeliveryRule.next(latest, Optional.empty(), receiver, NOW);
    }

    private static LogEntry entry(Alert alert, Told told, DeliveryOutcome outcome, int attempts,
            Optional<Instant> next) {
        return new LogEntry(
                new Notification(alert.alertKey(), "hook", alert.revision(), told, outcome, attempts, NOW,
                        Optional.empty()),
                told == Told.FIRING ? Optional.of(Substance.of(alert)) : Optional.empty(), Alerts.START, next, false);
    }

    private static LogEntry sent(Alert alert, Told told) {
        return entry(alert, told, DeliveryOutcome.SENT, 1, Optional.empty());
    }

    @Test
    void shouldTellAFirstFiringToWhomItConcerns() {
        assertThat(first(ALERT.firing(1), ALL)).isEqualTo(new Deliver(Told.FIRING));
        assertThat(first(ALERT.firing(1), OTHERS)).isEqualTo(new Skip(SkipReason.NOT_CONCERNED));
    }

    @Test
    void shouldNotTellTheEndOfWhatWasNeverTold() {
        assertThat(first(ALERT.resolved(2), ALL)).isEqualTo(new Skip(SkipReason.NEVER_TOLD));
        assertThat(first(ALERT.acked(2), ALL)).isEqualTo(new Skip(SkipReason.ACKED));
    }

    @Test
    void shouldTellTheEndEvenToWhomItNoLongerConcerns() {
        assertThat(DeliveryRule.next(ALERT.resolved(2), Optional.of(sent(ALERT.firing(1), Told.FIRING)), OTHERS, NOW))
                .isEqualTo(new Deliver(Told.RESOLVED));
    }

    @Test
    void shouldNeverTellARevisionTwice() {
        assertThat(next(ALERT.firing(1), sent(ALERT.firing(1), Told.FIRING)))
                .isEqualTo(new Skip(SkipReason.ALREADY_TOLD));
        assertThat(next(ALERT.firing(1), sent(ALERT.resolved(2), Told.RESOLVED)))
                .isEqualTo(new Skip(SkipReason.OUTDATED));
        assertThat(next(ALERT.firing(1),
                entry(ALERT.firing(1), Told.NOTHING, DeliveryOutcome.FAILED, 3, Optional.empty())))
                .isEqualTo(new Skip(SkipReason.ALREADY_GIVEN_UP));
    }

    @Test
    void shouldTellANewerFiringOnlyWhenItsSubstanceChanged() {
        LogEntry told = sent(ALERT.firing(1), Told.FIRING);

        assertThat(next(ALERT.description("in other words").firing(2), told))
                .isEqualTo(new Skip(SkipReason.NOTHING_NEW));
        assertThat(next(ALERT.severity(Severity.WARNING).firing(2), told)).isEqualTo(new Deliver(Told.FIRING));
        assertThat(next(ALERT.proposing().firing(2), told)).isEqualTo(new Deliver(Told.FIRING));
        assertThat(next(ALERT.episode(2).firing(2), told)).isEqualTo(new Deliver(Told.FIRING));
    }

    @Test
    void shouldTellTheNextEpisode() {
        assertThat(next(ALERT.episode(2).firing(3), sent(ALERT.resolved(2), Told.RESOLVED)))
                .isEqualTo(new Deliver(Told.FIRING));
    }

    @Test
    void shouldWaitForTheRetryAndThenTell() {
        Alert alert = ALERT.firing(1);

        assertThat(next(alert,
                entry(alert, Told.NOTHING, DeliveryOutcome.RETRYING, 1, Optional.of(NOW.plusSeconds(5)))))
                .isEqualTo(new RetryAt(NOW.plusSeconds(5)));
        assertThat(next(alert, entry(alert, Told.NOTHING, DeliveryOutcome.RETRYING, 1, Optional.of(NOW))))
                .isEqualTo(new Deliver(Told.FIRING));
    }

    @Test
    void shouldGiveUpBeyondTheBudget() {
        Alert alert = ALERT.firing(1);
        Instant beyond = Alerts.START.plus(Duration.ofHours(1)).plusSeconds(1);

        assertThat(next(alert, entry(alert, Told.NOTHING, DeliveryOutcome.RETRYING, 7, Optional.of(beyond))))
                .isEqualTo(new GiveUp());
    }

    @Test
    void shouldTryAgainWhatWasCutShortButNotForEver() {
        Alert alert = ALERT.firing(1);

        assertThat(next(alert, entry(alert, Told.FIRING, DeliveryOutcome.RETRYING, 1, Optional.empty())))
                .isEqualTo(new Deliver(Told.FIRING));
        assertThat(next(alert, entry(alert, Told.FIRING, DeliveryOutcome.RETRYING, 50, Optional.empty())))
                .isEqualTo(new GiveUp());
    }

    @Test
    void shouldTellNothingMoreToWhoWantsNoMore() {
        LogEntry failed = entry(ALERT.firing(1), Told.NOTHING, DeliveryOutcome.FAILED, 1, Optional.empty());
        LogEntry gone = new LogEntry(failed.notification(), Optional.empty(), Alerts.START, Optional.empty(), true);

        assertThat(next(ALERT.severity(Severity.WARNING).firing(2), gone)).isEqualTo(new Skip(SkipReason.GONE));
    }
}
