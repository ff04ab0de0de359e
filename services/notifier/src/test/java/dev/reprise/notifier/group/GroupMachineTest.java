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
import dev.reprise.notifier.subscription.QuietHours;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;

/** The rules of the engine, one by one, in virtual time. */
class GroupMachineTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration REPEAT = Duration.ofHours(4);
    private static final Subscription RULE = aSubscription("chat").build();

    private static Page only(GroupWorld world) {
        List<Page> pages = world.pages();
        assertThat(pages).hasSize(1);
        return pages.getFirst();
    }

    private static Alerts job(int number) {
        return Alerts.about("job" + number);
    }

    @Test
    void shouldTellTogetherWhatFailsTogether() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(Duration.ofSeconds(29)).hear(job(2).firing(1));
        assertThat(world.pages()).isEmpty();

        Page page = only(world.pass(Duration.ofSeconds(1)));

        assertThat(page.reason()).isEqualTo(PageReason.FIRST);
        assertThat(page.told()).isEqualTo(Told.FIRING);
        assertThat(page.fresh()).isEqualTo(2);
        assertThat(page.at()).isEqualTo(Alerts.START.plus(WAIT));
    }

    @Test
    void shouldWaitTheIntervalBeforeItTellsMore() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(WAIT).pages();
        world.hear(job(2).firing(1)).pass(INTERVAL.minusSeconds(1));
        assertThat(world.pages()).isEmpty();

        Page page = only(world.pass(Duration.ofSeconds(1)));

        assertThat(page.reason()).isEqualTo(PageReason.NEW_ALERTS);
        assertThat(page.fresh()).isEqualTo(1);
        assertThat(page.still()).isEqualTo(1);
        assertThat(page.items()).extracting(item -> item.change()).containsExactly(PageChange.NEW, PageChange.STILL);
    }

    @Test
    void shouldTellTheEndOfWhatItTold() { // R1
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).hear(job(2).firing(1)).pass(WAIT);
        long first = only(world).revision();
        world.hear(job(1).resolved(2)).pass(INTERVAL);
        Page some = only(world);
        world.hear(job(2).resolved(2)).pass(INTERVAL);
        Page all = only(world);

        assertThat(some.reason()).isEqualTo(PageReason.SOME_RESOLVED);
        assertThat(some.told()).isEqualTo(Told.FIRING);
        assertThat(some.over()).isEqualTo(1);
        assertThat(some.still()).isEqualTo(1);
        assertThat(all.reason()).isEqualTo(PageReason.ALL_RESOLVED);
        assertThat(all.told()).isEqualTo(Told.RESOLVED);
        assertThat(List.of(first, some.revision(), all.revision())).isSorted().doesNotHaveDuplicates();
        assertThat(world.rowCount()).isZero();
    }

    @Test
    void shouldNotTellWhatWasOverBeforeItCouldBeTold() { // R1
        GroupWorld world = new GroupWorld(RULE);

        world.hear(job(1).firing(1)).hear(job(1).resolved(2)).pass(Duration.ofDays(1));

        assertThat(world.pages()).isEmpty();
        assertThat(world.rowCount()).isZero();
        assertThat(world.remembered()).isFalse();
    }

    @Test
    void shouldTellNothingOfWhatEndsAndBeginsAgainWithinTheInterval() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(WAIT).pages();

        world.hear(job(1).resolved(2)).hear(job(1).firing(3)).pass(INTERVAL);
        assertThat(world.pages()).isEmpty();
        world.hear(job(1).resolved(4)).pass(INTERVAL);

        assertThat(only(world).told()).isEqualTo(Told.RESOLVED);
    }

    @Test
    void shouldTellANewEpisodeAsNews() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(WAIT).pages();

        world.hear(job(1).resolved(2)).hear(job(1).episode(2).firing(3)).pass(INTERVAL);

        Page page = only(world);
        assertThat(page.reason()).isEqualTo(PageReason.NEW_ALERTS);
        assertThat(page.fresh()).isEqualTo(1);
    }

    @Test
    void shouldTellAFiringAlertAgainWhenItGetsWorse() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).severity(Severity.WARNING).firing(1)).pass(WAIT).pages();

        world.hear(job(1).severity(Severity.WARNING).description("other words").firing(2)).pass(INTERVAL);
        assertThat(world.pages()).isEmpty();
        world.hear(job(1).firing(3)).pass(INTERVAL);

        assertThat(only(world).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void shouldDrainTheGroupsOfASubscriptionThatIsNoMore() { // R3
        GroupWorld world = new GroupWorld(RULE);
        Alert alert = job(1).firing(1);
        world.hear(alert).pass(WAIT).pages();

        world.configure(Optional.empty()).leave(alert).pass(Duration.ZERO);

        Page page = only(world);
        assertThat(page.told()).isEqualTo(Told.RESOLVED);
        assertThat(page.reason()).isEqualTo(PageReason.UNSUBSCRIBED);
        assertThat(page.channel()).isEqualTo("chat");
        assertThat(world.rowCount()).isZero();
    }

    @Test
    void shouldTellTheEndToAReceiverThatTheSubscriptionNamesNoMore() { // R3
        GroupWorld world = new GroupWorld(RULE);
        Alert alert = job(1).firing(1);
        world.hear(alert).pass(WAIT).pages();

        world.configure(Optional.of(aSubscription("pager").build())).hear(job(2).firing(1)).pass(INTERVAL);

        assertThat(world.pages()).satisfiesExactlyInAnyOrder(
                page -> {
                    assertThat(page.channel()).isEqualTo("chat");
                    assertThat(page.told()).isEqualTo(Told.RESOLVED);
                    assertThat(page.reason()).isEqualTo(PageReason.UNSUBSCRIBED);
                },
                page -> {
                    assertThat(page.channel()).isEqualTo("pager");
                    assertThat(page.fresh()).isEqualTo(2);
                });
    }

    @Test
    void shouldRepeatAtExactlyTheRepeatIntervalWhateverTheGroupIntervalIs() { // R4
        GroupWorld world = new GroupWorld(aSubscription("chat").timers(WAIT, Duration.ofMinutes(7),
                Duration.ofMinutes(60)).build());
        world.hear(job(1).firing(1)).pass(WAIT);
        Instant first = only(world).at();

        world.pass(Duration.ofHours(3));

        assertThat(world.pages()).extracting(Page::at).containsExactly(first.plus(Duration.ofHours(1)),
                first.plus(Duration.ofHours(2)), first.plus(Duration.ofHours(3)));
    }

    @Test
    void shouldNotLetARepetitionTellNewsBeforeTheirTime() { // R4
        GroupWorld world = new GroupWorld(aSubscription("chat").timers(WAIT, Duration.ofMinutes(30),
                Duration.ofMinutes(31)).build());
        world.hear(job(1).firing(1)).pass(WAIT).pages();
        world.pass(Duration.ofMinutes(31)).hear(job(2).firing(1));
        assertThat(only(world).reason()).isEqualTo(PageReason.REPEATED);

        world.pass(Duration.ofMinutes(30));

        assertThat(only(world).reason()).isEqualTo(PageReason.NEW_ALERTS);
    }

    @Test
    void shouldCarryTwentyAlertsOfAStormAndCountTheRest() { // R5
        GroupWorld world = new GroupWorld(RULE);
        for (int i = 0; i < 5_000; i++) {
            world.hear(job(i).firing(1));
        }
        world.pass(Duration.ofMinutes(1));
        Page firing = only(world);
        for (int i = 0; i < 5_000; i++) {
            world.hear(job(i).resolved(2));
        }
        world.pass(INTERVAL);
        Page over = only(world);

        assertThat(firing.fresh()).isEqualTo(5_000);
        assertThat(firing.items()).hasSize(Page.MAX_ITEMS);
        assertThat(firing.left()).isEqualTo(4_980);
        assertThat(over.over()).isEqualTo(5_000);
        assertThat(over.told()).isEqualTo(Told.RESOLVED);
        assertThat(world.rowCount()).isZero();
    }

    @Test
    void shouldSayByWhichRuleTheReaderIsTold() { // R6
        GroupWorld world = new GroupWorld(RULE);

        Page page = only(world.hear(job(1).firing(1)).pass(WAIT));

        assertThat(page.subscription()).isEqualTo("billing");
        assertThat(page.why()).isEqualTo("subscription billing of Billing team, which matches every alert");
        assertThat(page.reason()).isEqualTo(PageReason.FIRST);
    }

    @Test
    void shouldEscalateWithWhatFiresThen() { // R9
        GroupWorld world = new GroupWorld(aSubscription("chat").escalating(Duration.ofMinutes(30), "pager").build());
        world.hear(job(1).firing(1)).pass(WAIT).pages();
        world.hear(job(1).resolved(2)).hear(job(2).firing(1)).pass(INTERVAL).pages();

        world.pass(Duration.ofMinutes(25));

        Page page = only(world);
        assertThat(page.channel()).isEqualTo("pager");
        assertThat(page.reason()).isEqualTo(PageReason.ESCALATED);
        assertThat(page.items()).singleElement()
                .satisfies(item -> assertThat(item.content().job().name()).isEqualTo("job2"));
    }

    @Test
    void shouldNotEscalateWhatIsOverAndTellTheEndToWhoWasEscalatedTo() { // R9
        Subscription rule = aSubscription("chat").escalating(Duration.ofMinutes(30), "pager").build();
        GroupWorld over = new GroupWorld(rule);
        over.hear(job(1).firing(1)).pass(WAIT).hear(job(1).resolved(2)).pass(Duration.ofHours(1));
        assertThat(over.pages()).extracting(Page::channel).containsOnly("chat");

        GroupWorld escalated = new GroupWorld(rule);
        escalated.hear(job(1).firing(1)).pass(Duration.ofMinutes(31)).pages();
        escalated.hear(job(1).resolved(2)).pass(INTERVAL);

        assertThat(escalated.pages()).extracting(Page::channel).containsExactlyInAnyOrder("chat", "pager");
    }

    @Test
    void shouldHoldWhatIsNotCriticalUntilTheQuietTimeEnds() { // R10
        QuietHours nights = QuietHours.of("Asia/Shanghai", "22:00", "08:00", null, null);
        Instant evening = Instant.parse("2026-11-29T15:00:00Z"); // 23:00 in Shanghai
        GroupWorld world = new GroupWorld(aSubscription("chat").timers(WAIT, INTERVAL, Duration.ZERO).quiet(nights)
                .build()).at(evening);
        world.hear(job(1).severity(Severity.WARNING).firing(1)).hear(job(2).severity(Severity.INFO).firing(1))
                .hear(job(3).severity(Severity.WARNING).firing(1)).hear(job(3).severity(Severity.WARNING).resolved(2))
                .pass(Duration.ofHours(1));
        assertThat(world.pages()).isEmpty();
        world.hear(job(4).firing(1)).pass(Duration.ofHours(1));
        Page critical = only(world);
        world.pass(Duration.ofHours(8));

        Page digest = only(world);
        assertThat(critical.fresh()).isEqualTo(1);
        assertThat(critical.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(digest.at()).isEqualTo(Instant.parse("2026-11-30T00:00:00Z"));
        assertThat(digest.fresh()).isEqualTo(2);
        assertThat(digest.still()).isEqualTo(1);
    }

    @Test
    void shouldTellTheEndWithinAQuietTime() { // R1, R10
        QuietHours nights = QuietHours.of("UTC", "22:00", "08:00", null, null);
        GroupWorld world = new GroupWorld(aSubscription("chat").quiet(nights).build())
                .at(Instant.parse("2026-11-29T21:50:00Z"));
        Alerts alert = job(1).severity(Severity.WARNING);
        world.hear(alert.firing(1)).pass(Duration.ofMinutes(15)).pages();

        world.hear(alert.resolved(2)).pass(INTERVAL);

        assertThat(only(world).told()).isEqualTo(Told.RESOLVED);
    }

    @Test
    void shouldTellTheFallbackWhenAReceiverCouldNotBeTold() {
        GroupWorld world = new GroupWorld(aSubscription("chat").fallback("mail").build());
        world.hear(job(1).firing(1)).pass(WAIT).pages();

        Page page = only(world.fail("chat").pass(Duration.ZERO));
        assertThat(page.channel()).isEqualTo("mail");
        assertThat(page.reason()).isEqualTo(PageReason.FALLBACK);
        world.hear(job(1).resolved(2)).pass(INTERVAL);

        assertThat(world.pages()).extracting(Page::channel).containsExactlyInAnyOrder("chat", "mail");
    }

    @Test
    void shouldForgetAGroupOnlyAfterTheLogHasForgottenIt() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(WAIT).hear(job(1).resolved(2)).pass(INTERVAL).pages();

        assertThat(world.pass(Duration.ofDays(30)).remembered()).isTrue();
        assertThat(world.pass(Duration.ofDays(2)).remembered()).isFalse();
        assertThat(world.pages()).isEmpty();
    }

    @Test
    void shouldRepeatNothingThatIsOver() {
        GroupWorld world = new GroupWorld(RULE);
        world.hear(job(1).firing(1)).pass(WAIT).hear(job(1).resolved(2)).pass(INTERVAL).pages();

        world.pass(REPEAT.multipliedBy(3));

        assertThat(world.pages()).isEmpty();
    }
}
