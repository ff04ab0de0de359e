// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

import dev.reprise.app.cli.CommandRun;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** A new policy on the history that a cluster holds. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class PolicyTrialIT {
    private static final JobId JOB = new JobId("warehouse", "load");

    @TempDir
    private Path directory;

    @Test
    void shouldReplayTheTopicsOfAClusterUnderItsOwnRegistryAndANewOne() throws Exception {
        Path proposed = Files.writeString(directory.resolve("new.yaml"), """
                jobs:
                  - job: warehouse/load
                    policy: {idempotency: not-idempotent}
                    target: {type: process, command: ["true"]}
                """);
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("kafka")),
                fault -> {})) {
            record(KafkaConnection.to(kafka.bootstrapServers()));

            CommandRun run = CommandRun.of(Map.of(), "simulate", "--events", "reprise.events", "--bootstrap",
                    kafka.bootstrapServers(), "--policy", proposed.toString());
            CommandRun elsewhere = CommandRun.of(Map.of(), "simulate", "--events", "other.events", "--bootstrap",
                    kafka.bootstrapServers(), "--policy", proposed.toString());

            assertThat(run.code()).as(run.err()).isEqualTo(10);
            assertThat(run.out()).contains("0 reruns more and 1 fewer, 1 alerts more and 0 fewer");
            assertThat(elsewhere.code()).isEqualTo(3);
            assertThat(elsewhere.err()).contains("no topic other.events");
        }
    }

    private static void record(KafkaConnection connection) throws Exception {
        try (Admin admin = Admin.create(connection.admin("test"))) {
            TopicProvision provision = new TopicProvision(admin, TopicSettings.single(2), Duration.ofSeconds(120));
            provision.create(provision.plan());
        }
        KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");
        Instant now = Instant.now();
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).idempotency(Idempotency.IDEMPOTENT).build();
        JobDefinition job = new JobDefinition(JOB, Optional.empty(), Map.of(), policy,
                Optional.of(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of(), Optional.empty())),
                Optional.empty(), now, "test");
        RunFailed failed = new RunFailed(JOB, new PartitionKey("ds=2026-11-28"), new RunId("run-1"), 1, now, "test",
                FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, Optional.empty());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(connection.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(messages.toRecord(Topics.JOBS.name("reprise."), JOB.key(), "job", now, job)).get();
            producer.send(messages.toRecord(Topics.EVENTS.name("reprise."), failed.instance().key(), "failure", now,
                    failed)).get();
        }
    }
}
