// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import static dev.reprise.notifier.fixture.Subscriptions.aSubscription;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.subscription.QuietHours;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.notification.Suppression.Cause;
import dev.reprise.schemas.notification.Told;

/** The contract of the engine over random histories of alerts, of time and of the configuration. */
class GroupProperties {
    private static final int JOBS = 3;
    private static final List<Optional<Subscription>> RULES = List.of(Optional.of(aSubscription("chat").build()),
            Optional.of(aSubscription("chat", "pager").fallback("mail").build()),
            Optional.of(aSubscription("pager").escalating(Duration.ofMinutes(10), "chief").build()),
            Optional.of(aSubscription("chat").quiet(QuietHours.of("UTC", "03:00", "05:00", null, null)).build()),
            Optional.empty());

    /** What happens next. */
    enum What {
        FIRE, RESOLVE, LEAVE, PASS, CONFIGURE, FAIL, HUSH
    }

    record Event(What what, int number) {}

    @Property(tries = 2_000)
    void shouldTellTheEndOfWhatItToldAndOfNothingElse(@ForAll("histories") List<Event> history) {
        GroupWorld world = new GroupWorld(RULES.getFirst().orElseThrow());
        List<Page> pages = new ArrayList<>();
        long[] revisions = new long[JOBS];
        for (Event event : history) {
            int job = event.number() % JOBS;
            Alerts alert = Alerts.about("job" + job);
            GroupWorld unused = switch (event.what()) {
                case FIRE -> world.hear(alert.firing(++revisions[job]));
                case RESOLVE -> world.hear(alert.resolved(++revisions[job]));
                case LEAVE -> world.leave(alert.firing(1));
                case PASS -> world.pass(Duration.ofSeconds(event.number() * 37L));
                case CONFIGURE -> world.configure(RULES.get(event.number() % RULES.size()));
                case HUSH -> world.hush(hush(event.number(), world.now()));
                case FAIL -> world.fail(event.number() % 2 == 0 ? "chat" : "pager");
            };
            pages.addAll(world.pages());
        }
        for (int job = 0; job < JOBS; job++) {
            if (revisions[job] > 0) {
                world.hear(Alerts.about("job" + job).resolved(++revisions[job]));
            }
        }
        world.pass(Duration.ofDays(2));
        pages.addAll(world.pages());

        Map<String, Page> last = new HashMap<>();
        for (Page page : pages) {
            Page before = last.put(page.channel(), page);
            assertThat(page.revision()).isGreaterThan(before == null ? 0 : before.revision());
            if (page.told() == Told.RESOLVED) {
                assertThat(before).as("told the end, never the beginning: %s", page).isNotNull()
                        .extracting(Page::told).isEqualTo(Told.FIRING);
            }
            assertThat(page.told() == Told.FIRING).isEqualTo(page.fresh() + page.still() > 0);
        }
        assertThat(last.values()).allMatch(page -> page.told() == Told.RESOLVED);
        assertThat(world.rowCount()).isZero();
    }

    /** Holds one job, or all, back for a while, by one means or another; or nothing. */
    private static Hush hush(int number, Instant now) {
        if (number % 5 == 0) {
            return Hush.NOTHING;
        }
        Cause cause = Cause.values()[number % Cause.values().length];
        Instant until = now.plusSeconds(number * 100L);
        return (member, at) -> (number % 4 == 0 || member.content().job().name().endsWith("" + number % JOBS))
                && at.isBefore(until)
                        ? List.of(new Suppression(cause, "ada", Optional.of(until)))
                        : List.of();
    }

    @Provide
    Arbitrary<List<Event>> histories() {
        return Combinators.combine(Arbitraries.of(What.class), Arbitraries.integers().between(0, 60)).as(Event::new)
                .list().ofMaxSize(30);
    }
}
