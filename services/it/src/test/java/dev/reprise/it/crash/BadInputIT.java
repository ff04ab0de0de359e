// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.target.Conduct;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** What others write and answer can be anything: it is bounded, recorded and told, and never causes a second call. */
final class BadInputIT {
    private static final JobId UNFILLABLE = new JobId("chaos", "unfillable");
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long SEED = 7;
    @TempDir
    Path directory;

    private final AtomicReference<Conduct> conduct = new AtomicReference<>(Conduct.ACCEPT);
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/coordinator");

    @Test
    void shouldCallOnceWhateverIsWrittenOrAnswered() {
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"));
                World world = new World(directory,
                        World.Options.on(broker.bootstrapServers()).with(_ -> conduct.get()), SEED)) {
            // Before the coordinator starts: a failure of a job that it has not read yet is one of an unknown job.
            registerUnfillable(world);
            world.serve("all", "coordinator,runner").awaitReady();
            // Else the run's own report would end the doubt before anybody is told.
            world.silence();

            shouldTellWhatATargetAnswersBadly(world, Conduct.ACCEPT_AND_ANSWER_GARBAGE);
            shouldTellWhatATargetAnswersBadly(world, Conduct.ACCEPT_AND_ANSWER_TOO_MUCH);
            shouldTellWhatATargetAnswersBadly(world, Conduct.ACCEPT_AND_ANSWER_FOR_EVER);
            conduct.set(Conduct.ACCEPT);
            shouldSetForeignRecordsAside(world);
            shouldRefuseATemplateThatCannotBeFilledIn(world);

            InstanceId good = instance("good");
            world.failOnce(good, new RunId("native"));
            await("the good one among the bad").atMost(SOON).until(() -> endOf(world, good).isPresent());
            world.assertHolds("bad input");
        }
    }

    private void shouldTellWhatATargetAnswersBadly(World world, Conduct bad) {
        conduct.set(bad);
        int calls = world.scheduler().calls();
        InstanceId instance = instance(bad.name());
        world.failOnce(instance, new RunId("native"));
        await(bad + " to be parked").atMost(SOON)
                .until(() -> endOf(world, instance).filter(DispatchParked.class::isInstance).isPresent());
        await(bad + " to be told").atMost(SOON).until(() -> {
            world.story().readOn();
            return world.story().isAlerted(instance);
        });
        assertThat(world.scheduler().calls() - calls).isOne();
    }

    private void shouldSetForeignRecordsAside(World world) {
        int calls = world.scheduler().calls();
        int before = world.story().setAside();
        world.poison(Topics.COMMANDS);
        world.poison(Topics.DISPATCHES);
        world.poison(Topics.EVENTS);
        world.poison(Topics.ADMISSIONS);
        InstanceId instance = instance("teleported");
        ProducerRecord<byte[], byte[]> command = command(instance, "http://127.0.0.1:1/");
        String unknown = new String(command.value(), StandardCharsets.UTF_8).replace("\"type\":\"http\"",
                "\"type\":\"teleport\"");
        assertThat(unknown).contains("teleport");
        world.send(new ProducerRecord<>(command.topic(), null, null, command.key(),
                unknown.getBytes(StandardCharsets.UTF_8), command.headers()));
        await("five dead letters").atMost(SOON).until(() -> {
            world.story().readOn();
            return world.story().setAside() == before + 5;
        });
        assertThat(world.scheduler().calls()).isEqualTo(calls);
    }

    /** No registry takes it, but a registry of another version might. */
    private void registerUnfillable(World world) {
        JobDefinition whole = Kind.OPAQUE.definition("http://127.0.0.1:1", directory);
        world.register(new JobDefinition(UNFILLABLE, whole.owner(), whole.labels(), whole.policy(),
                Optional.of(target("http://127.0.0.1:" + world.scheduler().port() + "/opaque/runs/{{nothing}}")),
                whole.analysis(), whole.updatedAt(), whole.updatedBy()));
    }

    private void shouldRefuseATemplateThatCannotBeFilledIn(World world) {
        int calls = world.scheduler().calls();
        InstanceId instance = new InstanceId(UNFILLABLE, new PartitionKey("n=1"));
        world.failOnce(instance, new RunId("native"));
        await("a refusal that says why").atMost(SOON)
                .until(() -> endOf(world, instance).filter(DispatchRejected.class::isInstance).isPresent());
        assertThat(endOf(world, instance).orElseThrow().toString()).contains("{{nothing}}");
        await("the refusal to be told").atMost(SOON).until(() -> {
            world.story().readOn();
            return world.story().isAlerted(instance);
        });
        assertThat(world.scheduler().calls()).isEqualTo(calls);
    }

    private Optional<DispatchResult> endOf(World world, InstanceId instance) {
        world.story().readOn();
        return world.story().end(rerunOf(instance));
    }

    private ProducerRecord<byte[], byte[]> command(InstanceId instance, String url) {
        RerunId rerunId = rerunOf(instance);
        StartRerun start = new StartRerun(rerunId, instance.job(), instance.partition(), 1, Reason.FINAL_FAILURE,
                Optional.of(new AttemptId(new RunId("native"), 1)), target(url), Map.of(), Instant.now(),
                Instant.now().plus(Duration.ofHours(1)));
        return messages.toRecord(Topics.COMMANDS.name(World.PREFIX), instance.key(), rerunId.value(), Instant.now(),
                start);
    }

    private static TargetSpec target(String url) {
        return new TargetSpec.Http("POST", url, Map.of(), Optional.empty(), Optional.empty(),
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.empty()), Optional.empty(),
                Optional.empty(), new DispatchClass.Opaque(), Duration.ofSeconds(2));
    }

    private static InstanceId instance(String name) {
        return new InstanceId(Kind.OPAQUE.job(), new PartitionKey("n=" + name));
    }

    private static RerunId rerunOf(InstanceId instance) {
        return RerunId.ofFailure(instance, new AttemptId(new RunId("native"), 1));
    }
}
