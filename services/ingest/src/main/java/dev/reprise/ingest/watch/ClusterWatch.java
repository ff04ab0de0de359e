// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.intake.ForeignIntake;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.source.SourceFormat;

/**
 * Watches one cluster: a thread for each kind and namespace. Several processes may watch the same one, as each state of an
 * object counts once. Start it once and close it once.
 */
public final class ClusterWatch implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterWatch.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final CountDownLatch stop = new CountDownLatch(1);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().daemon().name("kubernetes-watch-timer").unstarted(task));
    private final List<ObjectWatch> watches = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Makes the watches; they ask for nothing before {@link #start()}.
     *
     * @param memory how long runs are remembered: what ended before is not told
     */
    public ClusterWatch(ClusterSetting cluster, SourceFormat format, ForeignIntake intake, Duration memory,
            IngestMeters meters, InstantSource clock) {
        this(cluster, taking(cluster.name(), format, intake), memory, meters, clock, SHORTEST_PAUSE, LONGEST_PAUSE);
    }

    ClusterWatch(ClusterSetting cluster, Intake intake, Duration memory, IngestMeters meters, InstantSource clock,
            Duration shortestPause, Duration longestPause) {
        List<Optional<String>> namespaces = cluster.namespaces().isEmpty()
                ? List.of(Optional.empty())
                : cluster.namespaces().stream().map(Optional::of).toList();
        for (String word : cluster.kinds()) {
            WatchedKind kind = WatchedKind.of(word).orElseThrow();
            for (Optional<String> namespace : namespaces) {
                ObjectWatch watch = new ObjectWatch(new ObjectWatch.Place(cluster.name(), kind, namespace),
                        new ObjectWatch.Means(new ApiServer(cluster), intake, meters, clock, memory, timer,
                                new Backoff(shortestPause, longestPause, stop), stop));
                watches.add(watch);
                threads.add(Thread.ofPlatform().daemon().name("kubernetes-watch-" + cluster.name() + "-" + word)
                        .unstarted(watch));
            }
        }
    }

    /** Begins to watch. */
    public void start() {
        threads.forEach(Thread::start);
    }

    /** What keeps the watches from their work, each thing once; empty where nothing does. */
    public List<String> faults() {
        return watches.stream().flatMap(watch -> watch.fault().stream()).distinct().toList();
    }

    /** Stops watching. The next start lists, and what was told before counts once. */
    @Override
    public void close() {
        stop.countDown();
        watches.forEach(ObjectWatch::interrupt);
        threads.forEach(Thread::interrupt);
        try {
            for (Thread each : threads) {
                each.join(CLOSE_TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        timer.shutdownNow();
    }

    private static Intake taking(String source, SourceFormat format, ForeignIntake intake) {
        JsonMapper mapper = JsonMapper.builder().build();
        return (ObjectNode object) -> switch (intake.take(format, source, object, mapper.writeValueAsBytes(object),
                "application/json")) {
            case ForeignIntake.Taken.Acknowledged _ -> true;
            case ForeignIntake.Taken.TooLarge large -> {
                LOGGER.atWarn().addKeyValue("source", source).addKeyValue("bytes", large.bytes())
                        .log("an object is larger than a record may be and was passed over");
                yield true;
            }
            case ForeignIntake.Taken.Unacknowledged(var outcome) -> {
                LOGGER.atDebug().addKeyValue("source", source).addKeyValue("outcome", outcome)
                        .log("an object is not acknowledged");
                // Larger than the cluster takes: to bring it again would stop all that comes behind it.
                yield outcome instanceof AckedProducer.Outcome.TooLarge;
            }
        };
    }
}
