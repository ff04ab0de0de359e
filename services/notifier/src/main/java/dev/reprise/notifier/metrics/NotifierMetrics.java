// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

import dev.reprise.notifier.receiver.ReceiverSpec;

/**
 * The meters of one receiver, all present from the start:
 * {@code rerun_notifications_total{channel,type,outcome}}, {@code rerun_notification_latency_seconds{channel}} from the
 * change of an alert to its delivery, {@code rerun_notification_queue_depth{channel}}; and, for the share of calls that
 * worked, {@code rerun_notification_attempts_total{channel,type}} and
 * {@code rerun_notification_last_success_timestamp_seconds{channel}}, which is no number before the first success of the
 * process. The channel is the receiver as configured, the type its kind of channel.
 */
public final class NotifierMetrics {
    private static final String CHANNEL = "channel";
    private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
    private final Counter attempts;
    private final AtomicReference<Double> lastSuccess = new AtomicReference<>(Double.NaN);
    private final Timer latency;

    /** How a turn ended. */
    public enum Outcome {
        /** The receiver took it. */
        SENT,
        /** It failed and will be tried again. */
        RETRY,
        /** It failed for good. */
        FAILED,
        /** Knowingly not told: over before it could be told, or the receiver wants no more. */
        SUPPRESSED
    }

    /**
     * Registers the meters.
     *
     * @param registry where
     * @param receiver of whom
     * @param depth the alerts that wait, asked when scraped
     */
    public NotifierMetrics(MeterRegistry registry, ReceiverSpec receiver, IntSupplier depth) {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome,
                    Counter.builder("rerun.notifications").description("Deliveries by how they ended")
                            .tag(CHANNEL, receiver.name()).tag("type", receiver.type())
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT)).register(registry));
        }
        attempts = Counter.builder("rerun.notification.attempts").description("Calls to the receiver")
                .tag(CHANNEL, receiver.name()).tag("type", receiver.type()).register(registry);
        Gauge.builder("rerun.notification.last.success.timestamp", lastSuccess, AtomicReference::get)
                .strongReference(true).baseUnit("seconds").description("When the receiver last took a message")
                .tag(CHANNEL, receiver.name()).register(registry);
        latency = Timer.builder("rerun.notification.latency")
                .description("From the writing of a page to its delivery").tag(CHANNEL, receiver.name())
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(5),
                        Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10))
                .register(registry);
        // Strong: the supplier lives nowhere else, and a gauge does not keep it.
        Gauge.builder("rerun.notification.queue.depth", depth, IntSupplier::getAsInt).strongReference(true)
                .description("Alerts that wait for this receiver").tag(CHANNEL, receiver.name()).register(registry);
    }

    /** Counts one. */
    public void count(Outcome outcome) {
        Counter counter = outcomes.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    /** Counts a call that is about to be made. */
    public void attempt() {
        attempts.increment();
    }

    /** Records when a delivery worked and how long it took; a clock that runs behind the broker's counts as no time. */
    public void delivered(Duration sinceChange, Instant at) {
        lastSuccess.set(at.toEpochMilli() / 1000.0);
        latency.record(sinceChange.isNegative() ? Duration.ZERO : sinceChange);
        count(Outcome.SENT);
    }
}
