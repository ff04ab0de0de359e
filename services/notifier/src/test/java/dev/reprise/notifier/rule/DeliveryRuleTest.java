// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Pages;
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
    private static final Instant NOW = Alerts.START.plusSeconds(60);

    private static NextStep next(Alert latest, LogEntry entry) {
        return DeliveryRule.next(Pages.of(latest), Optional.of(entry), Receivers.FAST, NOW);
    }

    private static NextStep first(Alert latest) {
        return DeliveryRule.next(Pages.of(latest), Optional.empty(), Receivers.FAST, NOW);
    }

    private static LogEntry entry(Alert alert, Told told, DeliveryOutcome outcome, int attempts,
            Optional<Instant> next) {
        return new LogEntry(
                new Notification(alert.alertKey(), "hook", alert.revision(), told, outcome, attempts, NOW,
                        Optional.empty()),
                Alerts.START, next, false);
    }

    private static LogEntry sent(Alert alert, Told told) {
        return entry(alert, told, DeliveryOutcome.SENT, 1, Optional.empty());
    }

    @Test
    void shouldTellAFirstFiring() {
        assertThat(first(ALERT.firing(1))).isEqualTo(new Deliver(Told.FIRING));
    }

    @Test
    void shouldNotTellTheEndOfWhatWasNeverTold() {
        assertThat(first(ALERT.resolved(2))).isEqualTo(new Skip(SkipReason.NEVER_TOLD));
    }

    @Test
    void shouldTellTheEndOfWhatWasTold() {
        assertThat(next(ALERT.resolved(2), sent(ALERT.firing(1), Told.FIRING))).isEqualTo(new Deliver(Told.RESOLVED));
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
    void shouldTellEveryNewerPageOfWhatFires() {
        assertThat(next(ALERT.firing(2), sent(ALERT.firing(1), Told.FIRING))).isEqualTo(new Deliver(Told.FIRING));
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
        LogEntry gone = new LogEntry(failed.notification(), Alerts.START, Optional.empty(), true);

        assertThat(next(ALERT.severity(Severity.WARNING).firing(2), gone)).isEqualTo(new Skip(SkipReason.GONE));
    }
}
