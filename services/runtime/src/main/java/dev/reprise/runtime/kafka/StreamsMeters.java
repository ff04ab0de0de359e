// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Brings the meters of a Streams application into a registry, and of its several hundred those that somebody looks at:
 * state, threads, latencies, commits, rebalances, lag, restore.
 */
public final class StreamsMeters {

    private static final Pattern KEPT = Pattern.compile("kafka\\.(stream\\.(client\\.state|alive\\.stream\\.threads"
            + "|failed\\.stream\\.threads.*)|stream\\.thread\\.(thread\\.state|process\\.latency\\..*|commit\\.latency\\..*"
            + "|punctuate\\.latency\\..*|blocked\\.time\\.ns\\.total|process\\.total|task\\..*total)"
            + "|stream\\.state\\.(restore\\..*|.*latency\\..*)|stream\\.state\\.updater\\..*total|stream\\.task\\..*total"
            + "|consumer\\.coordinator\\.(rebalance\\.total|failed\\.rebalance\\.total|last\\.rebalance\\.seconds\\.ago)"
            + "|consumer\\.fetch\\.manager\\.records\\.lag\\.max)");

    private StreamsMeters() {}

    /** Filters what comes from Kafka's clients; to be set before the first application is watched. */
    public static void filter(MeterRegistry registry) {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                boolean kafka = id.getName().startsWith("kafka.");
                return kafka && !KEPT.matcher(id.getName()).matches()
                        ? MeterFilterReply.DENY
                        : MeterFilterReply.NEUTRAL;
            }

            @Override
            public Meter.Id map(Meter.Id id) {
                // Drawn at each start: every restart would leave a dead series behind.
                List<Tag> lasting = id.getTags().stream().filter(tag -> !tag.getKey().equals("process.id")).toList();
                return lasting.size() == id.getTags().size() ? id : id.replaceTags(lasting);
            }
        });
    }

    /**
     * Watches an application until the result is closed.
     *
     * @param application the value of the label {@code application}
     */
    public static AutoCloseable watch(MeterRegistry registry, String application, KafkaStreams streams) {
        KafkaStreamsMetrics meters = new KafkaStreamsMetrics(streams, List.of(Tag.of("application", application)));
        meters.bindTo(registry);
        return meters;
    }
}
