// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
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
import dev.reprise.runtime.trace.Tracing;

/**
 * Tells one receiver, on one virtual thread: whatever happens to this receiver delays no other. Revisions of one alert
 * are told in order; an alert that waits for its retry lets others pass, and gives way to its own newer revision.
 *
 * <p>The queue is bounded: a firing alert that is new to it and finds it full is recorded as failed, at once and visibly.
 * The end of an alert is always taken in, since it may be owed; there are no more of those than open alerts.
 */
public final class Lane implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Lane.class);
    private static final Duration LOG_PAUSE = Duration.ofSeconds(5);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final ReceiverSpec receiver;
    private final Channel channel;
    private final Deliverer deliverer;
    private final InstantSource clock;
    private final LaneQueue queue;
    private final Thread thread;
    /** Why a refusal could not be recorded. */
    private volatile @Nullable LogUnavailableException unrecorded;

    /** Makes the meters of a lane. */
    @FunctionalInterface
    public interface MetricsOfLane {
        /** The meters, with a gauge over the depth. */
        NotifierMetrics of(IntSupplier depth);
    }

    /**
     * Makes a lane; nothing happens before {@link #start()}.
     *
     * @param receiver who is told
     * @param channel how; closed with the lane
     * @param log what was told
     * @param metrics makes the meters, given the depth of the queue
     * @param clock the time
     * @param bound how many alerts may wait
     * @param tracing where tries are told
     */
    public Lane(ReceiverSpec receiver, Channel channel, DeliveryLog log, MetricsOfLane metrics, InstantSource clock,
            int bound, Tracing tracing) {
        this.receiver = receiver;
        this.channel = channel;
        this.clock = clock;
        this.queue = new LaneQueue(clock, bound);
        this.deliverer = new Deliverer(receiver, channel, log, metrics.of(queue::depth), clock, tracing);
        this.thread = Thread.ofVirtual().name("notifier-" + receiver.name()).unstarted(this::run);
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

    /** What keeps everything from being delivered; nothing where all is well. */
    public Optional<String> inTheWay() {
        return channel.inTheWay();
    }

    /** Revisions that wait. */
    public int depth() {
        return queue.depth();
    }

    /**
     * Takes in a revision and returns at once.
     *
     * @throws LogUnavailableException when the lane was full and not even that could be recorded: what it refused since is
     *         then read again by whoever starts next
     */
    public void offer(Offer offer) {
        LogUnavailableException fault = unrecorded;
        if (fault != null) {
            throw fault;
        }
        if (!queue.add(offer)) {
            deliverer.refuse(offer.page(), offer.done(), failed -> unrecorded = failed);
        }
    }

    /**
     * Drops what came from Kafka partitions that now belong to another process, and waits for a try under way.
     *
     * @param lost which Kafka partitions
     * @param patience how long to wait for the try
     */
    public void drop(IntPredicate lost, Duration patience) {
        queue.drop(lost, patience, thread::isAlive);
    }

    private void run() {
        try {
            prepare();
            for (Optional<Offer> next = queue.take(); next.isPresent(); next = queue.take()) {
                queue.putBack(next.get(), turn(next.get()));
            }
        } catch (InterruptedException | InterruptException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The end of this thread, by a fault of our own: the health check shows it.
            LOGGER.atError().setCause(e).addKeyValue("receiver", receiver.name()).log("notification lane stopped");
        }
    }

    private void prepare() throws InterruptedException {
        channel.prepare();
        channel.inTheWay().ifPresent(detail -> LOGGER.atWarn().addKeyValue("receiver", receiver.name())
                .addKeyValue("detail", detail).log("receiver cannot be told yet"));
    }

    private Turn turn(Offer offer) throws InterruptedException {
        try {
            return deliverer.turn(offer);
        } catch (LogUnavailableException e) {
            LOGGER.atWarn().setCause(e).addKeyValue("receiver", receiver.name()).log("notification log unavailable");
            return new Turn.Paused(clock.instant().plus(LOG_PAUSE));
        }
    }

    /** Ends after the try under way, or breaks it off when it takes longer than five seconds. */
    @Override
    public void close() {
        queue.end();
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(CLOSE_PATIENCE)) {
                thread.interrupt();
                if (!thread.join(CLOSE_PATIENCE)) {
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
