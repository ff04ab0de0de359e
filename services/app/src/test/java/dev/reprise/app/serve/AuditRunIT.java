// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.app.cli.CommandRun;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AuditRunIT {

    @TempDir
    private Path directory;

    @Test
    void shouldFindABadRecordOnABrokerAndInItsDirectory() throws Exception {
        try (StateDirectory state = StateDirectory.open(directory);
                EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(state.kafka()), fault -> {})) {
            state.rememberPort(port(kafka));
            KafkaConnection connection = KafkaConnection.to(kafka.bootstrapServers());
            createTopics(connection);
            CommandRun good = audit("--bootstrap", kafka.bootstrapServers());
            assertThat(good.code()).as(good.err()).isZero();
            assertThat(good.out()).contains("I7         holds").contains("I4         not checkable")
                    .contains("18 hold, 0 violated, 4 not checkable").contains("I4: only the target knows");

            writeBadDecisions(connection);

            CommandRun bad = audit("--bootstrap", kafka.bootstrapServers(), "--violations", "2");
            assertThat(bad.code()).isEqualTo(10);
            assertThat(bad.out()).contains("A3         VIOLATED").contains("A3 is violated 3 times:")
                    .contains("etl/a/*: the decision at decisions-").contains("and 1 more");
            CommandRun json = audit("--bootstrap", kafka.bootstrapServers(), "-o", "json");
            assertThat(json.code()).isEqualTo(10);
            assertThat(line(json, "A3").path("violationCount").intValue()).isEqualTo(3);
            assertThat(line(json, "A3").path("violations").size()).isEqualTo(3);
            assertThat(json.err()).endsWith("17 hold, 1 violated, 4 not checkable\n");

            CommandRun elsewhere = audit("--bootstrap", kafka.bootstrapServers(), "--prefix", "other.");
            assertThat(elsewhere.code()).isEqualTo(3);
            assertThat(elsewhere.err()).contains("no topic begins with other.");

            CommandRun inUse = audit("--data-dir", directory.toString());
            assertThat(inUse.code()).isEqualTo(78);
            assertThat(inUse.err()).contains("is in use by process")
                    .contains("--bootstrap " + kafka.bootstrapServers());
        }
        CommandRun later = audit("--data-dir", directory.toString());
        assertThat(later.code()).as(later.err()).isEqualTo(10);
        assertThat(later.out()).contains("A3 is violated 3 times:");
    }

    @Test
    void shouldRefuseADirectoryThatHoldsNothing() {
        CommandRun run = audit("--data-dir", directory.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("holds no Kafka of");
        assertThat(directory).isEmptyDirectory();
    }

    private static void createTopics(KafkaConnection connection) {
        try (Admin admin = Admin.create(connection.admin("test"))) {
            TopicProvision provision = new TopicProvision(admin, TopicSettings.single(2), Duration.ofSeconds(120));
            provision.create(provision.plan());
        }
    }

    private static void writeBadDecisions(KafkaConnection connection) throws Exception {
        KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");
        Cause none = new Cause("nothing", Optional.empty(), Optional.empty(), Optional.empty());
        DecisionRecord decision = new DecisionRecord(new JobId("etl", "a"), PartitionKey.WHOLE_JOB, Instant.now(),
                new Decision.Suppress(Reason.DUPLICATE, Optional.empty()), none, "v1", 0, 0, Optional.empty(),
                InstanceStatus.RUNNING, InstanceStatus.RUNNING, Optional.empty(), Optional.empty(), Optional.empty(),
                "what was known");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(connection.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 3; i++) {
                producer.send(messages.toRecord(Topics.DECISIONS.name("reprise."), decision.instance().key(), "d" + i,
                        Instant.now(), decision)).get();
            }
        }
    }

    private static JsonNode line(CommandRun run, String invariant) {
        for (JsonNode line : new JsonMapper().readTree(run.out())) {
            if (line.path("invariant").stringValue().equals(invariant)) {
                return line;
            }
        }
        throw new AssertionError("no " + invariant + " in " + run.out());
    }

    private static int port(EmbeddedKafka kafka) {
        return Integer.parseInt(kafka.bootstrapServers().substring(kafka.bootstrapServers().indexOf(':') + 1));
    }

    private static CommandRun audit(String... options) {
        List<String> words = new ArrayList<>(List.of("audit"));
        words.addAll(List.of(options));
        return CommandRun.of(Map.of(), words.toArray(String[]::new));
    }
}
