// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.group.Quieted;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.subscription.InhibitRule;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.notification.Suppression.Cause;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** What is in force after which records. */
class RuleBookTest {
    private static final AlertFiring ALERT = Alerts.anAlert().firing(3);
    private final AtomicReference<Instant> now = new AtomicReference<>(Alerts.START);
    private final RuleBook book = new RuleBook(new NotifierConfig(List.of()), now::get);

    private void take(Topics topic, String key, Record data) {
        book.take(topic, key, Optional.of(data));
        book.publish();
    }

    private static Member member(AlertFiring alert) {
        return new Member(alert.alertKey(), alert.revision(), alert.kind(), alert.severity(), alert.content(),
                alert.startsAt(), Optional.empty(), Optional.empty(), true, Map.of(), Optional.empty());
    }

    private List<Cause> causes(AlertFiring alert) {
        return book.get().of(member(alert), now.get()).stream().map(Suppression::cause).toList();
    }

    private Silence silence(String matcher, Duration from, Duration until) {
        return new Silence("s1", List.of(matcher), Alerts.START.plus(from), Alerts.START.plus(until), "ada", "move");
    }

    private Acknowledgement ack(long revision, Duration lasts) {
        return new Acknowledgement(ALERT.alertKey(), revision, "ada", Alerts.START, Alerts.START.plus(lasts),
                Optional.empty());
    }

    private static AlertFiring storm(long revision) {
        AlertFiring like = Alerts.about("load_orders").firing(revision);
        return new AlertFiring(new AlertKey("STORM_BREAKER/warehouse"), revision, Reason.STORM_BREAKER,
                like.severity(), like.content(), like.startsAt());
    }

    @Test
    void shouldHideWhatASilenceIsAboutWhileItHolds() {
        take(Topics.SILENCES, "s1", silence("owner=billing", Duration.ofMinutes(1), Duration.ofHours(1)));
        long version = book.get().version();
        assertThat(causes(ALERT)).isEmpty();

        now.set(Alerts.START.plus(Duration.ofMinutes(2)));
        book.publish();
        assertThat(causes(ALERT)).containsExactly(Cause.SILENCED);
        assertThat(book.get().version()).as("groups are looked at when it begins").isGreaterThan(version);
        now.set(Alerts.START.plus(Duration.ofHours(1)));

        assertThat(causes(ALERT)).isEmpty();
    }

    @Test
    void shouldHideNothingThatASilenceIsNotAbout() {
        take(Topics.SILENCES, "s1", silence("owner=finance", Duration.ZERO, Duration.ofHours(1)));

        assertThat(causes(ALERT)).isEmpty();
    }

    @Test
    void shouldHoldTheWatchdogBackByNothing() { // R12
        AlertFiring watchdog = (AlertFiring) Watchdog.next(Optional.empty(), true, Alerts.START).orElseThrow();
        RuleBook strict = new RuleBook(new NotifierConfig(Links.NONE, List.of(), List.of(),
                List.of(new InhibitRule(List.of(Matcher.parse("kind=~\".*\"")),
                        List.of(Matcher.parse("kind=\"WATCHDOG\"")), List.of()))),
                now::get);
        strict.take(Topics.SILENCES, "s1", Optional.of(silence("kind=~\"W.*\"", Duration.ZERO, Duration.ofHours(1))));
        strict.take(Topics.ACKNOWLEDGEMENTS, watchdog.alertKey().value(), Optional.of(new Acknowledgement(
                watchdog.alertKey(), watchdog.revision(), "ada", Alerts.START, Alerts.START.plusSeconds(9),
                Optional.empty())));
        strict.take(Topics.ALERTS, ALERT.alertKey().value(), Optional.of(ALERT));
        strict.take(Topics.ALERTS, watchdog.alertKey().value(), Optional.of(watchdog));
        strict.publish();

        assertThat(strict.get().of(member(watchdog), now.get())).isEmpty();
        assertThat(strict.get().of(member(Alerts.about("other").firing(1)), now.get()))
                .as("nor does it stand for others").isEmpty();
    }

    @Test
    void shouldForgetARemovedSilence() {
        take(Topics.SILENCES, "s1", silence("owner=billing", Duration.ZERO, Duration.ofHours(1)));
        book.take(Topics.SILENCES, "s1", Optional.empty());
        book.publish();

        assertThat(causes(ALERT)).isEmpty();
    }

    @Test
    void shouldHoldAnAcknowledgementForItsTimeAndItsRevision() { // R8
        take(Topics.ACKNOWLEDGEMENTS, ALERT.alertKey().value(), ack(3, Duration.ofHours(4)));

        assertThat(causes(ALERT)).containsExactly(Cause.ACKNOWLEDGED);
        assertThat(causes(Alerts.anAlert().firing(4))).as("a later revision was not seen").isEmpty();
        now.set(Alerts.START.plus(Duration.ofHours(4)));
        assertThat(causes(ALERT)).isEmpty();
    }

    @Test
    void shouldHoldAnAcknowledgementOfALaterRevisionThatSaysTheSame() {
        take(Topics.ACKNOWLEDGEMENTS, ALERT.alertKey().value(), ack(2, Duration.ofHours(4)));
        Member before = member(ALERT);
        Member seen = new Member(before.alertKey(), 3, before.kind(), before.severity(), before.content(),
                before.startsAt(), before.endsAt(), before.resolution(), true, Map.of(),
                Optional.of(new Quieted(Cause.ACKNOWLEDGED, "1 NON_IDEMPOTENT CRITICAL -")));

        assertThat(book.get().of(seen, now.get())).hasSize(1);
    }

    @Test
    void shouldLetAStormStandForTheFailuresOfItsNamespace() { // R7
        take(Topics.ALERTS, "STORM_BREAKER/warehouse", storm(1));

        assertThat(causes(ALERT)).containsExactly(Cause.INHIBITED);
        assertThat(causes(storm(1))).as("nothing holds itself back").isEmpty();
        assertThat(causes(Alerts.anAlert().proposing().firing(1))).as("an approval needs its person").isEmpty();

        AlertFiring over = storm(1);
        take(Topics.ALERTS, "STORM_BREAKER/warehouse",
                new dev.reprise.schemas.alert.AlertResolved(over.alertKey(), 2, over.kind(), over.severity(),
                        over.content(), over.startsAt(), Alerts.START, Reason.STORM_OVER));
        assertThat(causes(ALERT)).isEmpty();
    }

    @Test
    void shouldNotInhibitAcrossNamespaces() { // R7
        AlertFiring like = storm(1);
        take(Topics.ALERTS, like.alertKey().value(), like);
        Alerts elsewhere = Alerts.anAlert();
        AlertFiring other = new Alerts(new dev.reprise.schemas.id.JobId("finance", "close"), elsewhere.partition(), 1,
                elsewhere.severity(), elsewhere.kind(), Map.of(), elsewhere.evidence(), Optional.empty(), "x",
                elsewhere.owner(), List.of()).firing(1);

        assertThat(causes(other)).isEmpty();
    }

    @Test
    void shouldAskSubscriptionsOfPeopleBesideTheOthersAndLeaveOutWhatCannotBeUsed() {
        take(Topics.SUBSCRIPTIONS, "mine", rule("mine", "nobody"));

        assertThat(book.get().subscriptions().find("mine")).as("its receiver is not configured").isEmpty();
    }

    @Test
    void shouldPutAnotherConfigurationInForce() {
        NotifierConfig other = new NotifierConfig(Links.NONE, List.of(), List.of(),
                List.of(new InhibitRule(List.of(dev.reprise.schemas.match.Matcher.parse("kind=NON_IDEMPOTENT")),
                        List.of(dev.reprise.schemas.match.Matcher.parse("kind=UNKNOWN_JOB")), List.of())));
        String digest = book.get().digest();

        book.reconfigure(other);

        assertThat(book.get().digest()).isEqualTo(digest);
        assertThat(book.get().version()).isPositive();
    }

    private static SubscriptionRule rule(String name, String receiver) {
        return new SubscriptionRule(name, Optional.empty(), List.of(), List.of("job"), Duration.ofSeconds(30),
                Duration.ofMinutes(5), Duration.ZERO, List.of(receiver), Optional.empty(), Optional.empty(), List.of(),
                Alerts.START, "ada");
    }

    @Test
    void shouldTakeNoAlertAwayFromOthers() {
        assertThat(Subscription.of(rule("mine", "chat")).goesOn()).isTrue();
    }
}
