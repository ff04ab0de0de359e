// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

import dev.reprise.ingest.enquiry.Enquirer;
import dev.reprise.ingest.enquiry.SourceSetting;
import dev.reprise.ingest.watch.ClusterSetting;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;

/**
 * Settings of the way in. None can be changed while it runs.
 *
 * @param bridgeTopics OpenLineage topics on the same cluster that are copied in; none by default
 * @param maxBatch most events in one request, 1 to 500; 0 takes the default, 500
 * @param maxEvent largest single OpenLineage event, decompressed, 1KiB to 900KiB (default 900KiB): it has to fit into a
 *        Kafka record of the usual 1 MiB
 * @param ackTimeout how long Kafka may be away before a sender is told so, 2 s to 60 s (default 10s)
 * @param memory how long a run is remembered after its last event, 1 h to 30 d (default 7d)
 * @param silence how long a run whose partition nobody told may be silent before it is told as one of the whole job, 1 min
 *        to 24 h (default 10m)
 * @param sources installations of schedulers that have to be asked, or whose clocks have a zone
 * @param patience how long a body of a foreign format may wait for what it lacks, 1 min to 7 d (default 6h)
 * @param kubernetes clusters whose Jobs and Workflows are watched; none by default
 */
public record IngestConfig(List<String> bridgeTopics, int maxBatch, ByteSize maxEvent, Duration ackTimeout,
        Duration memory, Duration silence, List<SourceSetting> sources, Duration patience,
        List<ClusterSetting> kubernetes) {

    /** Most events in one request, whatever is configured. */
    public static final int MAX_BATCH = 500;
    private static final ByteSize SMALLEST_EVENT = ByteSize.ofKibibytes(1);
    private static final ByteSize LARGEST_EVENT = ByteSize.ofKibibytes(900);

    /**
     * Fills in the defaults for what is absent and checks the rest.
     *
     * @throws ConfigException with every problem
     */
    public IngestConfig(@Nullable List<String> bridgeTopics, int maxBatch, @Nullable ByteSize maxEvent,
            @Nullable Duration ackTimeout, @Nullable Duration memory, @Nullable Duration silence,
            @Nullable List<SourceSetting> sources, @Nullable Duration patience,
            @Nullable List<ClusterSetting> kubernetes) {
        this.bridgeTopics = bridgeTopics == null ? List.of() : List.copyOf(bridgeTopics);
        this.maxBatch = maxBatch == 0 ? MAX_BATCH : maxBatch;
        this.maxEvent = maxEvent == null ? LARGEST_EVENT : maxEvent;
        this.ackTimeout = ackTimeout == null ? Duration.ofSeconds(10) : ackTimeout;
        this.memory = memory == null ? Duration.ofDays(7) : memory;
        this.silence = silence == null ? Duration.ofMinutes(10) : silence;
        this.sources = sources == null ? List.of() : List.copyOf(sources);
        this.patience = patience == null ? Duration.ofHours(6) : patience;
        this.kubernetes = kubernetes == null ? List.of() : List.copyOf(kubernetes);
        List<ConfigProblem> problems = problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** Nothing but defaults. */
    public static IngestConfig defaults() {
        return new IngestConfig(null, 0, null, null, null, null, null, null, null);
    }

    /** The same with other topics to copy in. */
    public IngestConfig bridging(List<String> topics) {
        return new IngestConfig(topics, maxBatch, maxEvent, ackTimeout, memory, silence, sources, patience,
                kubernetes);
    }

    /** The same with another wait for Kafka. */
    public IngestConfig waitingForAck(Duration timeout) {
        return new IngestConfig(bridgeTopics, maxBatch, maxEvent, timeout, memory, silence, sources, patience,
                kubernetes);
    }

    /** The same with installations of schedulers. */
    public IngestConfig asking(List<SourceSetting> installations) {
        return new IngestConfig(bridgeTopics, maxBatch, maxEvent, ackTimeout, memory, silence, installations, patience,
                kubernetes);
    }

    /** The same with clusters that are watched. */
    public IngestConfig watching(List<ClusterSetting> clusters) {
        return new IngestConfig(bridgeTopics, maxBatch, maxEvent, ackTimeout, memory, silence, sources, patience,
                clusters);
    }

    private List<ConfigProblem> problems() {
        List<ConfigProblem> problems = new ArrayList<>();
        for (String topic : bridgeTopics) {
            if (!topic.matches("[A-Za-z0-9._-]{1,249}")) {
                problems.add(ConfigProblem.of("bridge-topics", "'" + topic + "' is no topic name",
                        "give letters, digits, dots, dashes and underscores"));
            }
        }
        if (maxBatch < 1 || maxBatch > MAX_BATCH) {
            problems.add(ConfigProblem.of("max-batch", "expected 1 to " + MAX_BATCH + ", found " + maxBatch,
                    "choose a number in between"));
        }
        if (maxEvent.compareTo(SMALLEST_EVENT) < 0 || maxEvent.compareTo(LARGEST_EVENT) > 0) {
            problems.add(ConfigProblem.of("max-event",
                    "expected " + SMALLEST_EVENT + " to " + LARGEST_EVENT + ", found " + maxEvent,
                    "choose a size in between"));
        }
        within("ack-timeout", ackTimeout, Duration.ofSeconds(2), Duration.ofMinutes(1), problems);
        within("memory", memory, Duration.ofHours(1), Duration.ofDays(30), problems);
        within("silence", silence, Duration.ofMinutes(1), Duration.ofHours(24), problems);
        within("patience", patience, Duration.ofMinutes(1), Duration.ofDays(7), problems);
        problems.addAll(Enquirer.problems(sources, Formats.NAMES));
        problems.addAll(ClusterSetting.problems(kubernetes));
        return problems;
    }

    private static void within(String key, Duration value, Duration least, Duration most,
            List<ConfigProblem> problems) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            problems.add(ConfigProblem.of(key, "expected " + DurationText.format(least) + " to "
                    + DurationText.format(most) + ", found " + DurationText.format(value),
                    "choose a duration in between"));
        }
    }
}
