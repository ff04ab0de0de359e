// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Told;

/**
 * What waits for one receiver: a line per alert or group, its pages in order. Filled by one thread, emptied by another, which
 * takes a revision, has its turn with it, and puts back how that ended.
 */
final class LaneQueue {
    private final InstantSource clock;
    private final int bound;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<AlertKey, Line> lines = new LinkedHashMap<>();
    private Instant pausedUntil = Instant.MIN;
    private int waiting;
    private boolean open = true;

    /** What waits for one alert, oldest first. */
    private static final class Line {
        private final Deque<Offer> offers = new ArrayDeque<>();
        private Instant dueAt = Instant.MIN;
        private boolean retrying;
        private boolean busy;
    }

    /**
     * Makes an empty one.
     *
     * @param bound how many alerts may wait
     */
    LaneQueue(InstantSource clock, int bound) {
        this.clock = clock;
        this.bound = bound;
    }

    /** Revisions that wait. */
    int depth() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** Takes in a revision; refuses a firing alert that is new here when the queue is full. */
    boolean add(Offer offer) {
        AlertKey key = offer.page().alertKey();
        List<Offer> replaced = List.of();
        lock.lock();
        try {
            if (lines.size() >= bound && offer.page().told() == Told.FIRING && !lines.containsKey(key)) {
                return false;
            }
            Line line = lines.computeIfAbsent(key, _ -> new Line());
            line.offers.addLast(offer);
            waiting++;
            if (line.retrying && !line.busy) {
                replaced = keepNewest(line);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        replaced.forEach(old -> old.done().run());
        return true;
    }

    /** Waits for a revision that is due; nothing at the end. It stays at the head of its line until {@link #putBack}. */
    Optional<Offer> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open) {
                Instant now = clock.instant();
                Optional<Line> due = pausedUntil.isAfter(now)
                        ? Optional.empty()
                        : lines.values().stream().filter(line -> !line.dueAt.isAfter(now)).findFirst();
                if (due.isPresent()) {
                    due.get().busy = true;
                    return Optional.of(due.get().offers.getFirst());
                }
                // A day where nothing is due: as good as for ever, and one way to wait.
                long _ = changed.awaitNanos(untilDue(now).orElse(Duration.ofDays(1)).toNanos());
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** How long until a line may be due; nothing where none waits. */
    private Optional<Duration> untilDue(Instant now) {
        if (pausedUntil.isAfter(now)) {
            return lines.isEmpty() ? Optional.empty() : Optional.of(Duration.between(now, pausedUntil));
        }
        return lines.values().stream().map(line -> line.dueAt).min(Instant::compareTo)
                .map(due -> Duration.between(now, due));
    }

    /** Notes how the turn with a revision from {@link #take} ended. */
    void putBack(Offer offer, Turn turn) {
        AlertKey key = offer.page().alertKey();
        List<Offer> done = new ArrayList<>();
        lock.lock();
        try {
            // Never absent: nobody else removes a busy line.
            Line line = lines.computeIfAbsent(key, _ -> new Line());
            line.busy = false;
            switch (turn) {
                case Turn.Ended() -> {
                    done.add(takeFirst(line));
                    line.dueAt = Instant.MIN;
                    line.retrying = false;
                    // Behind the others: an alert that changes often must not keep them waiting.
                    lines.remove(key);
                    if (!line.offers.isEmpty()) {
                        lines.put(key, line);
                    }
                }
                case Turn.Postponed(Instant at) -> line.dueAt = at;
                case Turn.Paused(Instant until) -> pausedUntil = until;
                case Turn.Retrying(Instant at) -> {
                    line.dueAt = at;
                    line.retrying = true;
                    done.add(offer);
                    done.addAll(keepNewest(line));
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        done.forEach(old -> old.done().run());
    }

    /** Lets the newest revision take the place of one that waits for its retry, at once. */
    private List<Offer> keepNewest(Line line) {
        List<Offer> replaced = new ArrayList<>();
        while (line.offers.size() > 1) {
            replaced.add(takeFirst(line));
            line.dueAt = Instant.MIN;
            line.retrying = false;
        }
        return replaced;
    }

    private Offer takeFirst(Line line) {
        waiting--;
        return line.offers.removeFirst();
    }

    /**
     * Drops what came from some Kafka partitions, and waits for a turn with one of them.
     *
     * @param lost which Kafka partitions
     * @param patience how long to wait
     * @param alive whether the turn can still end
     */
    void drop(IntPredicate lost, Duration patience, BooleanSupplier alive) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (removeIdle(lost) && left > 0 && alive.getAsBoolean()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Removes what nobody has a turn with; answers whether somebody has. */
    private boolean removeIdle(IntPredicate lost) {
        boolean busy = false;
        for (Iterator<Line> all = lines.values().iterator(); all.hasNext();) {
            Line line = all.next();
            if (!lost.test(line.offers.getLast().kafkaPartition())) {
                continue;
            }
            if (line.busy) {
                busy = true;
                while (line.offers.size() > 1) {
                    line.offers.removeLast();
                    waiting--;
                }
            } else {
                waiting -= line.offers.size();
                all.remove();
            }
        }
        return busy;
    }

    /** Makes {@link #take} answer nothing from now on. */
    void end() {
        lock.lock();
        try {
            open = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
