// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.MemoryLog;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.SettableClock;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.Told;

/** The contract towards a receiver, over random histories of an alert, of faults and of crashes. */
class DelivererProperties {
    private static final ReceiverSpec RECEIVER = Receivers.aWebhookFor();
    private static final ReceiverSpec NOT_RECEIVER = Receivers.aWebhookFor("owner=\"nobody\"");

    /** What happens next to the alert. */
    enum Change {
        FIRE, FIRE_AGAIN, ESCALATE, RESOLVE
    }

    /** What happens to a try. */
    enum Fate {
        TAKEN, REFUSED_NOW, ANSWER_LOST, LOST, CRASH_BEFORE, CRASH_AFTER
    }

    /** The process dies. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A receiver with a memory, behind a line that fails as told. */
    private static final class World implements Channel {
        private final Deque<Fate> fates;
        private final List<Told> heard = new ArrayList<>();
        private final Map<Long, Integer> timesPerRevision = new HashMap<>();
        private boolean doubted;

        private World(List<Fate> fates) {
            this.fates = new ArrayDeque<>(fates);
        }

        @Override
        public AttemptResult deliver(Delivery delivery) {
            Fate fate = fates.isEmpty() ? Fate.TAKEN : fates.pop();
            return switch (fate) {
                case TAKEN -> {
                    hear(delivery);
                    yield new AttemptResult.Delivered(Optional.empty());
                }
                case REFUSED_NOW -> new AttemptResult.Failed("503", Optional.empty(), false);
                case ANSWER_LOST -> {
                    hear(delivery);
                    doubted = true;
                    yield new AttemptResult.Failed("no answer", Optional.empty(), true);
                }
                case LOST -> {
                    doubted = true;
                    yield new AttemptResult.Failed("no answer", Optional.empty(), true);
                }
                case CRASH_BEFORE -> {
                    doubted = true;
                    throw new Crash();
                }
                case CRASH_AFTER -> {
                    hear(delivery);
                    doubted = true;
                    throw new Crash();
                }
            };
        }

        private void hear(Delivery delivery) {
            heard.add(delivery.page().told());
            timesPerRevision.merge(delivery.page().revision(), 1, Integer::sum);
        }

        private Told belief() {
            return heard.isEmpty() ? Told.NOTHING : heard.getLast();
        }

        @Override
        public void close() {}
    }

    @Property(tries = 1_000)
    void shouldAlwaysTellTheEndOfWhatItTold(@ForAll("changes") List<Change> changes,
            @ForAll("fates") List<Fate> fates) throws InterruptedException {
        World world = run(changes, fates, true);

        assertThat(world.belief()).isNotEqualTo(Told.FIRING);
    }

    @Property(tries = 1_000)
    void shouldNeverTellTheEndOfWhatItNeverTold(@ForAll("changes") List<Change> changes,
            @ForAll("fates") List<Fate> fates) throws InterruptedException {
        World world = run(changes, fates, true);

        if (!world.doubted) {
            Told belief = Told.NOTHING;
            for (Told told : world.heard) {
                assertThat(told == Told.RESOLVED && belief != Told.FIRING).isFalse();
                belief = told;
            }
        }
    }

    @Property(tries = 1_000)
    void shouldNeverTellARevisionTwiceUnlessAnAnswerWasLost(@ForAll("changes") List<Change> changes,
            @ForAll("fates") List<Fate> fates) throws InterruptedException {
        World world = run(changes, fates, false);

        if (!world.doubted) {
            assertThat(world.timesPerRevision.values()).allMatch(times -> times == 1);
        }
    }

    private static World run(List<Change> changes, List<Fate> fates, boolean endWell) throws InterruptedException {
        World world = new World(fates);
        MemoryLog log = new MemoryLog();
        SettableClock clock = new SettableClock();
        Alerts alert = Alerts.anAlert();
        long revision = 0;
        for (Change change : changes) {
            if (change == Change.FIRE) {
                alert = alert.episode(alert.episode() + 1).severity(Severity.WARNING);
            } else if (change == Change.ESCALATE) {
                alert = alert.severity(Severity.CRITICAL);
            }
            revision++;
            Alert latest = switch (change) {
                case FIRE, FIRE_AGAIN, ESCALATE -> alert.firing(revision);
                case RESOLVE -> alert.resolved(revision);
            };
            tell(latest, RECEIVER, world, log, clock);
            if (revision % 2 == 0) {
                tell(latest, RECEIVER, world, log, clock); // a restart reads it again, whatever became of it
            }
        }
        if (endWell) {
            world.fates.clear();
            tell(alert.resolved(++revision), RECEIVER, world, log, clock);
        }
        return world;
    }

    /**
     * Takes turns until one ends, moving the clock to each retry. Every other revision is dropped when its process dies or
     * its first try fails: the alert has changed in the meantime, and only the newer revision is read.
     */
    private static void tell(Alert alert, ReceiverSpec receiver, World world, MemoryLog log, SettableClock clock)
            throws InterruptedException {
        Offer offer = new Offer(Pages.of(alert), 0, clock.instant(), () -> {});
        boolean overtaken = alert.revision() % 2 == 1;
        Deliverer deliverer = deliverer(receiver, world, log, clock);
        for (int turns = 0; turns < 1_000; turns++) {
            try {
                switch (deliverer.turn(offer)) {
                    case Turn.Ended() -> {
                        return;
                    }
                    case Turn.Postponed(Instant at) -> clock.advanceTo(at);
                    case Turn.Paused(Instant until) -> clock.advanceTo(until);
                    case Turn.Retrying(Instant at) -> {
                        if (overtaken) {
                            return;
                        }
                        clock.advanceTo(at);
                    }
                }
            } catch (Crash _) {
                if (overtaken) {
                    return;
                }
                deliverer = deliverer(receiver, world, log, clock);
            }
        }
        throw new AssertionError("no end after a thousand turns");
    }

    private static Deliverer deliverer(ReceiverSpec receiver, World world, MemoryLog log, SettableClock clock) {
        return new Deliverer(receiver, world, log, new NotifierMetrics(new SimpleMeterRegistry(), receiver, () -> 0),
                clock, Tracing.off());
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        return Arbitraries.of(Change.class).list().ofMaxSize(12);
    }

    /** Few faults in a row: a receiver that is away for longer than the budget is told nothing, which is no promise. */
    @Provide
    Arbitrary<List<Fate>> fates() {
        return Arbitraries.frequencyOf(Tuple.of(6, Arbitraries.just(Fate.TAKEN)),
                Tuple.of(4, Arbitraries.of(Fate.class))).list().ofMaxSize(20);
    }
}
