// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.core.simulate.Replay.Recorded;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Recorded history in the topics of a cluster: committed records only, from the beginning to where they ended when the
 * reading began, without a consumer group. What cannot be read is a dead letter there and is passed over here.
 */
public final class RecordedTopics {
    private static final List<Topics> READ = List.of(Topics.EVENTS, Topics.DISPATCHES, Topics.JOBS, Topics.LINEAGE,
            Topics.CONTROLS);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(500);
    /** Polls in a row that may bring nothing while something is still to come. */
    private static final int PATIENCE = 60;

    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/simulate");
    private final Map<String, Topics> names = new LinkedHashMap<>();
    private final List<Recorded> history = new ArrayList<>();
    private final Map<String, JobDefinition> jobs = new HashMap<>();
    private final Map<String, JobLineage> lineage = new HashMap<>();
    private final Map<String, Control> controls = new HashMap<>();

    private RecordedTopics(String prefix) {
        READ.forEach(topic -> names.put(topic.name(prefix), topic));
    }

    /**
     * How to reach a cluster.
     *
     * @param bootstrap its servers
     * @param config the configuration file, whose {@code kafka} section says how to connect
     */
    public record Cluster(String bootstrap, Optional<Path> config) {}

    /**
     * Reads them.
     *
     * @param cluster where they are
     * @param eventsTopic the full name of the topic of events; the others have the same prefix
     * @param environment the environment variables, which may set keys of the configuration
     * @throws CommandFailure when there is no such topic, or the cluster does not answer
     */
    public static Recording read(Cluster cluster, String eventsTopic, Map<String, String> environment) {
        try {
            return read(ConfigFile.read(cluster.config(), environment).kafka().connectionTo(cluster.bootstrap()),
                    eventsTopic);
        } catch (KafkaException e) {
            throw new CommandFailure(ExitCode.UNREACHABLE,
                    "the cluster at " + cluster.bootstrap() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Recording read(KafkaConnection kafka, String eventsTopic) {
        String suffix = Topics.EVENTS.suffix();
        if (!eventsTopic.endsWith(suffix)) {
            throw new CommandFailure(ExitCode.USAGE,
                    "--events: topic " + eventsTopic + " does not end with " + suffix + ": name the topic of events");
        }
        RecordedTopics topics = new RecordedTopics(eventsTopic.substring(0, eventsTopic.length() - suffix.length()));
        Properties settings = kafka.consumer("reprise-simulate");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(ANSWER.toMillis()));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            topics.read(consumer, eventsTopic);
        }
        return new Recording(topics.history, topics.jobs.values(), topics.lineage.values(), topics.controls.values());
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, String eventsTopic) {
        Map<String, List<PartitionInfo>> known = consumer.listTopics();
        if (!known.containsKey(eventsTopic)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "--events: there is no file and no topic " + eventsTopic);
        }
        List<TopicPartition> present = names.keySet().stream()
                .flatMap(name -> known.getOrDefault(name, List.of()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition())).toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(present);
        consumer.assign(present);
        consumer.seekToBeginning(present);
        int idle = 0;
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            boolean none = true;
            for (ConsumerRecord<byte[], byte[]> received : consumer.poll(POLL)) {
                none = false;
                take(received);
            }
            idle = none ? idle + 1 : 0;
            if (idle > PATIENCE) {
                throw new TimeoutException("nothing came for " + POLL.multipliedBy(PATIENCE).toSeconds()
                        + " s, and not all was read");
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        if (received.key() == null) {
            return;
        }
        String key = new String(received.key(), StandardCharsets.UTF_8);
        if (received.value() == null) {
            forget(received.topic(), key);
            return;
        }
        Instant appended = Instant.ofEpochMilli(received.timestamp());
        try {
            switch (messages.read(received).data()) {
                case InstanceEvent event -> history.add(new Recorded.Event(event, appended));
                case RerunDispatch dispatch -> history.add(new Recorded.Dispatch(dispatch, appended));
                case JobDefinition job -> jobs.put(key, job);
                case JobLineage seen -> lineage.put(key, seen);
                case Control control -> controls.put(key, control);
                default -> {
                    // A takeover concerns the runners alone.
                }
            }
        } catch (MalformedMessageException e) {
            // Whoever coordinates has set it aside with its cause; nothing was decided on it.
            return;
        }
    }

    private void forget(String topic, String key) {
        switch (names.get(topic)) {
            case JOBS -> jobs.remove(key);
            case LINEAGE -> lineage.remove(key);
            case CONTROLS -> controls.remove(key);
            case null, default -> {
                // Only compacted topics forget.
            }
        }
    }
}
