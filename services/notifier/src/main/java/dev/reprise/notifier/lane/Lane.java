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
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.log.DeliveryLog;
import dev.reprise.notifier.log.LogUnavailableException;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.id.AlertKey;

/**
 * Tells one receiver, on one virtual thread: whatever happens to this receiver delays no other. Revisions of one alert
 * are told in order; an alert that waits for its retry lets others pass, and gives way to its own newer revision.
 *
 * <p>The queue is bounded: a firing that finds it full is recorded as failed, at once and visibly. The end of an alert is
 * always taken in, since it may be owed; there are no more of those than open alerts.
 */
public final class Lane implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Lane.class);
    private static final Duration LOG_PAUSE = Duration.ofSeconds(5);

    private final ReceiverSpec receiver;
    private final Channel channel;
    private final Deliverer deliverer;
    private final InstantSource clock;
    private final int bound;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<AlertKey, Line> lines = new LinkedHashMap<>();
    private int waiting;
    private Instant pausedUntil = Instant.MIN;
    private boolean open = true;

    /** What waits for one alert, oldest first. */
    private static final class Line {
        private final Deque<Offer> offers = new ArrayDeque<>();
        private Instant dueAt = Instant.MIN;
        private boolean retrying;
        private boolean busy;
    }

    /**
     * Makes a lane; nothing happens before {@link #start()}.
     *
     * @param receiver who is told
     * @param channel how; closed with the lane
     * @param log what was told
     * @param metrics makes the meters, given the depth of the queue
     * @param clock the time
     * @param bound how many revisions may wait
     */
    public Lane(ReceiverSpec receiver, Channel channel, DeliveryLog log, MetricsOfLane metrics, InstantSource clock,
            int bound) {
        this.receiver = receiver;
        this.channel = channel;
        this.deliverer = new Deliverer(receiver, channel, log, metrics.of(this::depth), clock);
        this.clock = clock;
        this.bound = bound;
        this.thread = Thread.ofVirtual().name("notifier-" + receiver.name()).unstarted(this::run);
    }

    /** Makes the meters of a lane. */
    @FunctionalInterface
    public interface MetricsOfLane {
        /** The meters, with a gauge over the depth. */
        NotifierMetrics of(IntSupplier depth);
    }

    /** Begins to deliver. */
    public void start() {
        thread.start();
    }

    /** Who is told. */
    public ReceiverSpec receiver() {
        return receiver;
    }

    /** Whether it can still deliver; false after {@link #close}, and after a fault of our own. */
    public boolean alive() {
        return thread.isAlive();
    }

    /** Revisions that wait. */
    public int depth() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in a revision and returns at once.
     *
     * @throws LogUnavailableException when the lane is full and not even that could be recorded
     */
    public void offer(Offer offer) {
        if (!enqueue(offer)) {
            deliverer.refuse(offer.alert());
            offer.done().run();
        }
    }

    private boolean enqueue(Offer offer) {
        List<Offer> replaced = List.of();
        lock.lock();
        try {
            if (waiting >= bound && offer.alert() instanceof AlertFiring) {
                return false;
            }
            Line line = lines.computeIfAbsent(offer.alert().alertKey(), _ -> new Line());
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

    /**
     * Drops what came from Kafka partitions that now belong to another process, and waits for a try under way.
     *
     * @param lost which Kafka partitions
     * @param patience how long to wait for the try
     */
    public void drop(IntPredicate lost, Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (removeIdle(lost) && left > 0 && thread.isAlive()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Removes the lines that are not being told; answers whether one is. */
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

    private void run() {
        try {
            Line line = awaitDue();
            while (line != null) {
                tell(line);
                line = awaitDue();
            }
        } catch (InterruptedException | InterruptException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOGGER.atError().setCause(e).addKeyValue("receiver", receiver.name()).log("notification lane stopped");
        }
    }

    /** The first line that is due, marked as busy; null at the end. */
    private @Nullable Line awaitDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open) {
                Instant now = clock.instant();
                Optional<Line> first = pausedUntil.isAfter(now)
                        ? Optional.empty()
                        : lines.values().stream().filter(line -> !line.dueAt.isAfter(now)).findFirst();
                if (first.isPresent()) {
                    first.get().busy = true;
                    return first.get();
                }
                awaitChange(now);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a line may be due, or something has changed. */
    private void awaitChange(Instant now) throws InterruptedException {
        Optional<Instant> next = lines.values().stream().map(line -> line.dueAt).min(Instant::compareTo);
        if (next.isEmpty()) {
            changed.await();
            return;
        }
        Instant at = next.get().isBefore(pausedUntil) ? pausedUntil : next.get();
        long unused = changed.awaitNanos(Duration.between(now, at).toNanos());
    }

    private void tell(Line line) throws InterruptedException {
        Offer offer = line.offers.getFirst(); // only this thread takes from the front
        Turn turn;
        try {
            turn = deliverer.turn(offer);
        } catch (LogUnavailableException e) {
            LOGGER.atWarn().setCause(e).addKeyValue("receiver", receiver.name()).log("notification log unavailable");
            turn = new Turn.Paused(clock.instant().plus(LOG_PAUSE));
        }
        List<Offer> done = new ArrayList<>();
        lock.lock();
        try {
            line.busy = false;
            switch (turn) {
                case Turn.Ended() -> {
                    done.add(takeFirst(line));
                    line.dueAt = Instant.MIN;
                    line.retrying = false;
                    // Behind the others: an alert that changes often must not keep them waiting.
                    lines.values().remove(line);
                    if (!line.offers.isEmpty()) {
                        lines.put(offer.alert().alertKey(), line);
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

    /** Ends after the try under way, or breaks it off when it takes longer than five seconds. */
    @Override
    public void close() {
        lock.lock();
        try {
            open = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(Duration.ofSeconds(5))) {
                thread.interrupt();
                if (!thread.join(Duration.ofSeconds(5))) {
                    LOGGER.atWarn().addKeyValue("receiver", receiver.name()).log("notification lane does not end");
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            channel.close();
        }
    }
}
