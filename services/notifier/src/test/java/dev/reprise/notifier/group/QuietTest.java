// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import static dev.reprise.notifier.fixture.Subscriptions.aSubscription;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.notification.Suppression.Cause;
import dev.reprise.schemas.notification.Told;

/** Silence, acknowledgement and inhibition: they delay and hide what fires, and never the end of what was told. */
class QuietTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration REPEAT = Duration.ofHours(4);
    private static final Subscription RULE = aSubscription("chat").build();
    private static final Alerts JOB = Alerts.about("job1");
    private static final Alerts OTHER = Alerts.about("job2");

    /** Holds back alerts of a name until a time. */
    private static Hush hush(Cause cause, String name, Instant until) {
        return (member, now) -> member.content().job().name().startsWith(name) && now.isBefore(until)
                ? List.of(
                        new Suppression(cause, "ada", cause == Cause.INHIBITED ? Optional.empty() : Optional.of(until)))
                : List.of();
    }

    private static Page only(GroupWorld world) {
        List<Page> pages = world.pages();
        assertThat(pages).hasSize(1);
        return pages.getFirst();
    }

    private static GroupWorld told(Alerts... alerts) {
        GroupWorld world = new GroupWorld(RULE);
        for (Alerts alert : alerts) {
            world.hear(alert.firing(1));
        }
        world.pass(WAIT);
        only(world);
        return world;
    }

    @Test
    void shouldTellNothingOfWhatIsSilencedFromTheStart() {
        GroupWorld world = new GroupWorld(RULE).hush(hush(Cause.SILENCED, "job", Instant.MAX));

        world.hear(JOB.firing(1)).pass(Duration.ofDays(1)).hear(JOB.resolved(2)).pass(Duration.ofDays(1));

        assertThat(world.pages()).isEmpty();
        assertThat(world.rowCount()).isZero();
    }

    @Test
    void shouldTellTheEndOfWhatItToldThroughASilence() { // R1
        GroupWorld world = told(JOB).hush(hush(Cause.SILENCED, "job", Instant.MAX));
        assertThat(only(world).reason()).isEqualTo(PageReason.SILENCED);

        world.hear(JOB.resolved(2)).pass(INTERVAL);

        Page end = only(world);
        assertThat(end.told()).isEqualTo(Told.RESOLVED);
        assertThat(end.reason()).isEqualTo(PageReason.ALL_RESOLVED);
    }

    @Test
    void shouldTellTheEndOfWhatItToldThroughInhibitionAndAcknowledgement() { // R1
        for (Cause cause : List.of(Cause.INHIBITED, Cause.ACKNOWLEDGED)) {
            GroupWorld world = told(JOB).hush(hush(cause, "job", Alerts.START.plus(Duration.ofDays(9))));
            world.pages();

            world.hear(JOB.resolved(2)).pass(INTERVAL);

            assertThat(only(world).told()).as("%s", cause).isEqualTo(Told.RESOLVED);
        }
    }

    @Test
    void shouldTellThatAPersonHasTakenIt() { // R2
        GroupWorld world = told(JOB).hush(hush(Cause.ACKNOWLEDGED, "job", Alerts.START.plus(REPEAT)));

        Page taken = only(world);
        assertThat(taken.reason()).isEqualTo(PageReason.ACKNOWLEDGED);
        assertThat(taken.told()).isEqualTo(Told.FIRING);
        assertThat(taken.items().getFirst().suppressions()).singleElement()
                .satisfies(each -> assertThat(each.by()).isEqualTo("ada"));
        world.hush(hush(Cause.ACKNOWLEDGED, "job", Alerts.START.plus(REPEAT)));
        assertThat(world.pages()).as("told once").isEmpty();
    }

    @Test
    void shouldNotRepeatAndNotEscalateWhatAPersonHasTaken() { // R2
        Subscription rule = aSubscription("chat").escalating(Duration.ofMinutes(30), "chief").build();
        GroupWorld world = new GroupWorld(rule).hear(JOB.firing(1)).pass(WAIT);
        world.pages();
        world.hush(hush(Cause.ACKNOWLEDGED, "job", Alerts.START.plus(Duration.ofDays(3))));
        world.pages();

        world.pass(Duration.ofDays(2));

        assertThat(world.pages()).isEmpty();
    }

    @Test
    void shouldTellWhenAnAcknowledgementHasExpiredAndItStillFires() { // R8
        Instant until = Alerts.START.plus(Duration.ofHours(1));
        GroupWorld world = told(JOB).hush(hush(Cause.ACKNOWLEDGED, "job", until));
        world.pages();

        world.pass(Duration.ofMinutes(58));
        assertThat(world.pages()).isEmpty();
        world.pass(Duration.ofMinutes(2));

        Page page = only(world);
        assertThat(page.reason()).isEqualTo(PageReason.ACK_EXPIRED);
        assertThat(page.at()).isEqualTo(until);
        world.pass(Duration.ofHours(3));
        assertThat(world.pages()).as("told once, and then repeated as ever").isEmpty();
        world.pass(Duration.ofHours(2));
        assertThat(only(world).reason()).isEqualTo(PageReason.REPEATED);
    }

    @Test
    void shouldNotTellThatAnAcknowledgementHasExpiredOfWhatIsOver() { // R8
        GroupWorld world = told(JOB).hush(hush(Cause.ACKNOWLEDGED, "job", Alerts.START.plus(Duration.ofHours(1))));
        world.pages();
        world.hear(JOB.resolved(2)).pass(INTERVAL);
        world.pages();

        world.pass(Duration.ofDays(40));

        assertThat(world.pages()).isEmpty();
    }

    @Test
    void shouldTellOfOneExpiredAcknowledgementAmongOthersThatHold() { // R8
        Instant until = Alerts.START.plus(Duration.ofHours(1));
        Hush first = hush(Cause.ACKNOWLEDGED, "job1", until);
        Hush second = hush(Cause.ACKNOWLEDGED, "job2", Alerts.START.plus(Duration.ofDays(1)));
        GroupWorld world = told(JOB, OTHER).hush((member, now) -> {
            List<Suppression> found = first.of(member, now);
            return found.isEmpty() ? second.of(member, now) : found;
        });
        assertThat(only(world).reason()).isEqualTo(PageReason.ACKNOWLEDGED);

        world.pass(Duration.ofHours(1));

        assertThat(only(world).reason()).isEqualTo(PageReason.ACK_EXPIRED);
    }

    @Test
    void shouldTellNothingWhenOnlySomeAreTaken() {
        GroupWorld world = told(JOB, OTHER).hush(hush(Cause.ACKNOWLEDGED, "job1", Alerts.START.plus(REPEAT)));

        assertThat(world.pages()).isEmpty();
    }

    @Test
    void shouldTellWhatFiresOnWhenASilenceIsOver() {
        GroupWorld world = told(JOB).hush(hush(Cause.SILENCED, "job", Alerts.START.plus(Duration.ofHours(6))));
        world.pages();
        world.pass(Duration.ofHours(5));
        assertThat(world.pages()).as("no repetition").isEmpty();

        world.hush(Hush.NOTHING);

        assertThat(only(world).reason()).isEqualTo(PageReason.SILENCE_ENDED);
    }

    @Test
    void shouldTellAsNewWhatASilenceHidFromTheStart() {
        Instant until = Alerts.START.plus(Duration.ofHours(1));
        GroupWorld world = new GroupWorld(RULE).hush(hush(Cause.SILENCED, "job", until)).hear(JOB.firing(1));

        world.pass(Duration.ofHours(2));

        Page page = only(world);
        assertThat(page.reason()).isEqualTo(PageReason.FIRST);
        assertThat(page.at()).isEqualTo(until);
    }

    @Test
    void shouldTellWhatAnInhibitionHidOnlyWhenItIsOver() { // R7
        GroupWorld world = new GroupWorld(RULE).hush(hush(Cause.INHIBITED, "job", Instant.MAX)).hear(JOB.firing(1));
        world.pass(Duration.ofHours(2));
        assertThat(world.pages()).isEmpty();

        world.hush(Hush.NOTHING);

        assertThat(only(world).reason()).isEqualTo(PageReason.FIRST);
    }

    @Test
    void shouldKeepTheGroupWaitWhenRulesChange() {
        GroupWorld world = new GroupWorld(RULE).hear(JOB.firing(1)).pass(Duration.ofSeconds(10));

        world.hush(Hush.NOTHING);
        assertThat(world.pages()).isEmpty();
        world.pass(Duration.ofSeconds(20));

        assertThat(only(world).at()).isEqualTo(Alerts.START.plus(WAIT));
    }

    @Test
    void shouldWaitForTheEndOfQuietHoursWhenAnAcknowledgementExpiresWithin() { // R10
        // The alert begins at 03:02; quiet from 04:00 to 07:00.
        Subscription rule = aSubscription("chat")
                .quiet(dev.reprise.notifier.subscription.QuietHours.of("UTC", "04:00", "07:00", null, true)).build();
        GroupWorld world = new GroupWorld(rule).hear(JOB.firing(1)).pass(WAIT);
        world.pages();
        world.hush(hush(Cause.ACKNOWLEDGED, "job", Instant.parse("2026-11-29T05:00:00Z")));
        world.pages();

        world.pass(Duration.ofHours(3));
        assertThat(world.pages()).isEmpty();
        world.pass(Duration.ofHours(2));

        Page page = only(world);
        assertThat(page.reason()).isEqualTo(PageReason.ACK_EXPIRED);
        assertThat(page.at()).isEqualTo(Instant.parse("2026-11-29T07:00:00Z"));
    }
}
