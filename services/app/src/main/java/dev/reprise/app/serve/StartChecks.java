// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.coordinator.CoordinatorApp;
import dev.reprise.runner.RunnerApp;
import dev.reprise.runtime.kafka.Answers;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.ReplayGuard;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.schemas.routing.Routing;

/** What must hold beside the layout of the topics before anything acts on them; each refusal is one line. */
final class StartChecks {

    /** A greater difference of clocks could make a fresh failure look old, or an old one fresh. */
    static final Duration MOST_CLOCK_DIFFERENCE = Duration.ofSeconds(30);

    private static final Logger LOGGER = LoggerFactory.getLogger(StartChecks.class);
    private static final String CHANGELOG = "-changelog";

    private final KafkaConnection connection;
    private final String prefix;
    private final InstantSource clock;
    private final Duration patience;
    private final RoutingLog log;

    StartChecks(KafkaConnection connection, String prefix, InstantSource clock, Duration patience) {
        this.connection = connection;
        this.prefix = prefix;
        this.clock = clock;
        this.patience = patience;
        this.log = new RoutingLog(connection, prefix, patience);
    }

    /**
     * Instances must stay where they are: the first start records the number of Kafka partitions, every later one compares.
     * The record is written anew each time, since the broker's answer tells its clock.
     *
     * @param found Kafka partitions of the topics now
     */
    void routingAndClock(int found) {
        Optional<Routing> recorded = log.read();
        recorded.filter(routing -> routing.kafkaPartitions() != found).ifPresent(routing -> {
            throw new StartRefusedException(
                    "topics have " + found + " Kafka partitions, but since " + routing.recordedAt()
                            + " instances are spread over " + routing.kafkaPartitions()
                            + ": they would lose their state and their ledger; restore the topics with "
                            + routing.kafkaPartitions() + ", or start afresh under another topics.prefix");
        });
        Instant before = clock.instant();
        Instant broker = log.write(recorded.orElseGet(() -> new Routing(found, before)));
        clock(before, broker, clock.instant()).ifPresent(refusal -> {
            throw new StartRefusedException(refusal);
        });
    }

    /**
     * Why the clocks forbid the start, if they do. The broker has stamped between two readings of ours.
     *
     * @param before ours before the write
     * @param broker the broker's
     * @param after ours after it
     */
    static Optional<String> clock(Instant before, Instant broker, Instant after) {
        Duration behind = Duration.between(after, broker);
        Duration ahead = Duration.between(broker, before);
        Duration difference = behind.compareTo(ahead) > 0 ? behind : ahead;
        return difference.compareTo(MOST_CLOCK_DIFFERENCE) > 0
                ? Optional.of("this machine's clock is " + difference.toSeconds() + " s "
                        + (behind.compareTo(ahead) > 0 ? "behind" : "ahead of")
                        + " the broker's: ages of failures would be wrong; set the clocks by NTP")
                : Optional.empty();
    }

    /** State must not be thrown away by age: a changelog of a store is compacted. */
    void changelogs(Admin admin) {
        List<ConfigResource> changelogs = Answers.of(admin.listTopics().names(), patience).stream()
                .filter(topic -> topic.startsWith(CoordinatorApp.application(prefix) + "-")
                        && topic.endsWith(CHANGELOG))
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
        Answers.of(admin.describeConfigs(changelogs).all(), patience).forEach((topic, config) -> {
            String cleanup = cleanup(config);
            if (!cleanup.equals("compact")) {
                throw new StartRefusedException(topic.name() + ": cleanup.policy is " + cleanup
                        + ", expected compact: the state of instances would be lost by age; set it with"
                        + " kafka-configs.sh");
            }
        });
    }

    /**
     * A group that has lost its place would read a week of failures again. State and ledger answer what they know, and old
     * failures are refused by their age, so that this is safe in the end; but nobody should do it without knowing.
     *
     * @param allowed whether the person knows
     */
    void replay(Admin admin, Set<Role> roles, boolean allowed) {
        ReplayGuard guard = new ReplayGuard(admin,
                () -> new KafkaConsumer<>(connection.consumer(prefix + "start-replay"),
                        new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                patience);
        Stream<ReplayGuard.Reader> readers = Stream.concat(
                roles.contains(Role.COORDINATOR) ? CoordinatorApp.places(prefix).stream() : Stream.empty(),
                roles.contains(Role.RUNNER) ? Stream.of(RunnerApp.place(prefix)) : Stream.empty());
        readers.flatMap(reader -> guard.lost(reader).stream()).findFirst().ifPresent(lost -> {
            if (!allowed) {
                throw new StartRefusedException(lost.text() + ": it would read everything again; restore its positions,"
                        + " or start with --allow-replay");
            }
            LOGGER.atWarn().addKeyValue("place", lost.text()).log("replay allowed");
        });
    }

    private static String cleanup(Config config) {
        return Optional.ofNullable(config.get("cleanup.policy")).map(entry -> entry.value()).orElse("not known");
    }
}
