// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Place;
import dev.reprise.audit.read.AuditReader;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class AuditReaderIT {
    @TempDir
    private static Path directory;
    private static EmbeddedKafka kafka;
    private static KafkaProducer<byte[], byte[]> plain;
    private static KafkaProducer<byte[], byte[]> transactional;
    private static final KafkaMessages MESSAGES = new KafkaMessages(WireCodec.strict(), "test");

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), fault -> {});
        plain = new KafkaProducer<>(connection().producer("plain"), new ByteArraySerializer(),
                new ByteArraySerializer());
        transactional = new KafkaProducer<>(connection().transactionalProducer("transactional"),
                new ByteArraySerializer(), new ByteArraySerializer());
        transactional.initTransactions();
    }

    @AfterAll
    static void stop() {
        plain.close();
        transactional.close();
        kafka.close();
    }

    @Test
    void shouldReadWhatIsCommittedAndJudgeIt() throws Exception {
        String prefix = "good.";
        Script script = write(prefix, Stories.values());
        Life life = Stories.RERUN.begin(script, "ds=2");
        transactional.beginTransaction();
        send(prefix, transactional, event(script, life));
        transactional.abortTransaction();

        History history = read(prefix);

        assertThat(Audit.of(history)).allSatisfy(
                finding -> assertThat(finding.violations()).as(finding.invariant()).isEmpty());
        assertThat(history.events()).hasSize((int) script.lines().stream()
                .filter(line -> line.position().topic() == Topics.EVENTS).count() - 1);
        assertThat(history.decisions()).isNotEmpty();
        assertThat(history.extent().kafkaPartitions(Topics.EVENTS)).isEqualTo(Script.KAFKA_PARTITIONS);
        assertThat(history.extent().spans().get(new Place(Topics.EVENTS, Script.home(life.instance()))).begin())
                .isZero();
    }

    @Test
    void shouldFindAFailureThatNobodyAnsweredOnceTheCoordinatorIsPastIt() throws Exception {
        String prefix = "swallowed.";
        Script script = write(prefix, Stories.RERUN);
        Life life = Stories.RERUN.begin(script, "ds=2");
        Script.Line failure = event(script, life);
        send(prefix, plain, failure);
        plain.flush();
        assertThat(finding(read(prefix), "I7").violationCount()).isZero();
        assertThat(finding(read(prefix), "I7").notJudged()).isEqualTo(1);

        commit(prefix, failure);

        assertThat(finding(read(prefix), "I7").violations()).singleElement().asString()
                .contains("run.failed.v1").contains(failure.position().toString());
    }

    @Test
    void shouldTellDeadLettersFromWhatWasDropped() throws Exception {
        String prefix = "letters.";
        Script script = write(prefix, Stories.RERUN);
        Script.Line last = event(script, Stories.RERUN.begin(script, "ds=2"));
        byte[] key = last.key().getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> garbage = new ProducerRecord<>(Topics.EVENTS.name(prefix), key,
                "{".getBytes(StandardCharsets.UTF_8));
        var kept = plain.send(garbage).get();
        var dropped = plain.send(garbage).get();
        plain.send(new ProducerRecord<>(Topics.DEAD_LETTERS.name(prefix), null, key, garbage.value(),
                DeadLetterHeaders.of(garbage.headers(),
                        new DeadLetterHeaders.Place(kept.topic(), kept.partition(), kept.offset()),
                        MalformedMessageException.Kind.SYNTAX.name(), "", "no JSON")))
                .get();
        alter(prefix, new TopicPartition(dropped.topic(), dropped.partition()), dropped.offset() + 1);

        assertThat(finding(read(prefix), "I7").violations()).singleElement().asString()
                .contains("events-" + dropped.partition() + "@" + dropped.offset()).contains("0 times, expected once");
    }

    @Test
    void shouldFindNothingUnderAnotherPrefix() {
        assertThat(read("nobody.").extent().spans()).isEmpty();
    }

    /** A failure that nothing answers; it is in the script alone. */
    private static Script.Line event(Script script, Life life) {
        life.reportFailure("r9", RunPhase.MAY_HAVE_RUN);
        return script.lines().getLast();
    }

    private static Script write(String prefix, Stories... stories) throws Exception {
        try (Admin admin = Admin.create(connection().admin("admin"))) {
            TopicProvision provision = new TopicProvision(admin,
                    new TopicSettings(prefix, Script.KAFKA_PARTITIONS, 1), Duration.ofSeconds(120));
            provision.create(provision.plan());
        }
        Script script = new Script(prefix, Instant.now().minus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS));
        for (Stories story : stories) {
            story.play(script, story.begin(script, "ds=1"));
        }
        for (Script.Line line : script.lines()) {
            // A marker takes an offset: what others refer to by offset is written without a transaction.
            boolean referred = line.position().topic() == Topics.EVENTS
                    || line.position().topic() == Topics.DISPATCHES;
            if (referred) {
                send(prefix, plain, line);
            } else {
                transactional.beginTransaction();
                send(prefix, transactional, line);
                transactional.commitTransaction();
            }
        }
        plain.flush();
        return script;
    }

    private static void send(String prefix, KafkaProducer<byte[], byte[]> producer, Script.Line line) {
        Record message = line.message().orElseThrow();
        producer.send(new ProducerRecord<>(line.position().topic().name(prefix), line.position().kafkaPartition(),
                line.at().toEpochMilli(), line.key().getBytes(StandardCharsets.UTF_8),
                MESSAGES.codec().write(message), MESSAGES.headers(line.id(), line.at(), message)));
    }

    private static void commit(String prefix, Script.Line upTo) throws Exception {
        alter(prefix, new TopicPartition(upTo.position().topic().name(prefix), upTo.position().kafkaPartition()),
                upTo.position().offset() + 1);
    }

    private static void alter(String prefix, TopicPartition place, long offset) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        positions.put(place, new OffsetAndMetadata(offset));
        try (Admin admin = Admin.create(connection().admin("admin"))) {
            admin.alterConsumerGroupOffsets(prefix + "coordinator", positions).all().get();
        }
    }

    private static History read(String prefix) {
        return new AuditReader(connection(), prefix, Clock.systemUTC()).read();
    }

    private static Finding finding(History history, String invariant) {
        List<Finding> findings = Audit.of(history);
        return findings.stream().filter(finding -> finding.invariant().equals(invariant)).findFirst().orElseThrow();
    }

    private static KafkaConnection connection() {
        return KafkaConnection.to(kafka.bootstrapServers());
    }
}
