// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.topic.Topics;

final class CoordinatorTopologyTest {
    private TopologyFixture fixture;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldKeepTheNamesOfNodesAndStores() {
        assertThat(fixture.topology.describe().toString().strip()).isEqualToNormalizingNewlines(golden().strip());
    }

    @Test
    void shouldCommandARerunOnceTheFailureHasSettled() {
        fixture.register(Idempotency.IDEMPOTENT);
        fixture.send(fixture.started());
        fixture.send(fixture.failed());
        fixture.send(fixture.failed());
        assertThat(fixture.read(Topics.COMMANDS, StartRerun.class)).isEmpty();

        fixture.pass(Duration.ofSeconds(31));

        List<StartRerun> commands = fixture.read(Topics.COMMANDS, StartRerun.class);
        assertThat(commands).hasSize(1);
        assertThat(commands.getFirst().rerunId()).isEqualTo(
                RerunId.ofFailure(TopologyFixture.INSTANCE, new AttemptId(TopologyFixture.RUN, 1)));
        assertThat(commands.getFirst().notAfter()).isEqualTo(TopologyFixture.START.plus(Duration.ofHours(6)));
        assertThat(reasons()).containsExactly(
                Reason.SETTLING, Reason.DUPLICATE, Reason.BARRIER_PENDING, Reason.FINAL_FAILURE);
        assertThat(status()).isEqualTo(InstanceStatus.INTENDED);
    }

    @Test
    void shouldNotCommandWhenSuccessArrivesBeforeTheBarrierIsReadBack() {
        fixture.register(Idempotency.IDEMPOTENT);
        fixture.send(fixture.started());
        fixture.send(fixture.failed());
        fixture.send(fixture.succeeded(TopologyFixture.RUN));

        fixture.pass(Duration.ofMinutes(5));

        assertThat(fixture.read(Topics.COMMANDS, StartRerun.class)).isEmpty();
        assertThat(reasons()).containsExactly(Reason.SETTLING, Reason.SUCCEEDED_BEFORE_RERUN);
    }

    @Test
    void shouldAlertOnceAndResolveWhenTheRunSucceedsAfterAll() {
        fixture.register(Idempotency.NOT_IDEMPOTENT);
        fixture.send(fixture.started());
        fixture.send(fixture.failed());
        fixture.send(fixture.failed());

        List<AlertFiring> firing = fixture.read(Topics.ALERTS, AlertFiring.class);
        assertThat(firing).hasSize(1);
        assertThat(firing.getFirst().kind()).isEqualTo(Reason.NON_IDEMPOTENT);
        assertThat(firing.getFirst().content().owner().orElseThrow().name()).isEqualTo("sales");
        assertThat(firing.getFirst().content().summary()).contains("was not rerun, because it is not idempotent");
        fixture.pass(Duration.ofSeconds(2));
        assertThat(fixture.meters.get("rerun.alerts.active").tag("kind", "NON_IDEMPOTENT").gauge().value())
                .isEqualTo(1);

        fixture.send(fixture.succeeded(TopologyFixture.RUN));

        List<AlertResolved> resolved = fixture.read(Topics.ALERTS, AlertResolved.class);
        assertThat(resolved).hasSize(1);
        assertThat(resolved.getFirst().alertKey()).isEqualTo(firing.getFirst().alertKey());
        assertThat(resolved.getFirst().revision()).isGreaterThan(firing.getFirst().revision());
        fixture.pass(Duration.ofSeconds(2));
        assertThat(fixture.meters.get("rerun.alerts.active").tag("kind", "NON_IDEMPOTENT").gauge().value()).isZero();
    }

    @Test
    void shouldFollowTheRunnersLedger() {
        fixture.register(Idempotency.IDEMPOTENT);
        fixture.send(fixture.failed());
        fixture.pass(Duration.ofSeconds(31));
        StartRerun command = fixture.read(Topics.COMMANDS, StartRerun.class).getFirst();

        DispatchAccepted accepted = new DispatchAccepted(command.rerunId(), command.job(), command.partition(),
                command.generation(), 7, fixture.now(), command.rerunId().asRun(), false);
        ProducerRecord<byte[], byte[]> made = fixture.messages.toRecord(Topics.DISPATCHES.name(TopologyFixture.PREFIX),
                command.rerunId().value(), "dispatch-1", fixture.now(), accepted);
        fixture.send(Topics.DISPATCHES, new TestRecord<>(made.key(), made.value(), made.headers(), fixture.now()));

        assertThat(status()).isEqualTo(InstanceStatus.DISPATCHED);
        fixture.send(fixture.succeeded(command.rerunId().asRun()));
        assertThat(status()).isEqualTo(InstanceStatus.SUCCEEDED);
    }

    @Test
    void shouldSetAsideWhatCannotBeUsedAndGoOn() {
        fixture.register(Idempotency.IDEMPOTENT);
        fixture.send(Topics.EVENTS, new TestRecord<>(TopologyFixture.bytes("k"), TopologyFixture.bytes("no json"),
                new RecordHeaders(), fixture.now()));
        fixture.send(Topics.EVENTS,
                new TestRecord<>(TopologyFixture.bytes("k"), null, new RecordHeaders(), fixture.now()));
        ProducerRecord<byte[], byte[]> made = fixture.messages.toRecord(
                Topics.EVENTS.name(TopologyFixture.PREFIX), "another/key/*", "event-x", fixture.now(),
                fixture.failed());
        fixture.send(Topics.EVENTS, new TestRecord<>(made.key(), made.value(), made.headers(), fixture.now()));
        fixture.send(fixture.failed());

        List<TestRecord<byte[], byte[]>> dead = fixture.raw(Topics.DEAD_LETTERS);
        assertThat(dead.stream().map(letter -> header(letter, "reprise-cause")).toList())
                .containsExactly("ENVELOPE", "EMPTY", "WRONG_KEY");
        assertThat(dead.stream().map(letter -> header(letter, "reprise-offset")).toList()).containsExactly("0", "1",
                "2");
        assertThat(reasons()).containsExactly(Reason.SETTLING);
        assertThat(fixture.meters.get("rerun.dead.letters").tag("cause", "WRONG_KEY").tag("topic", "events").counter()
                .count()).isEqualTo(1);
    }

    @Test
    void shouldTellOfAnUnknownJobOnce() {
        fixture.send(fixture.started());
        fixture.send(fixture.failed());

        assertThat(reasons()).containsExactly(Reason.UNKNOWN_JOB, Reason.ALERT_ALREADY_OPEN);
    }

    private List<Reason> reasons() {
        return fixture.read(Topics.DECISIONS, DecisionRecord.class).stream().map(made -> made.decision().reason())
                .toList();
    }

    private InstanceStatus status() {
        return fixture.read(Topics.INSTANCES, InstanceSnapshot.class).getLast().status();
    }

    private static String header(TestRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static String golden() {
        try (var stream = CoordinatorTopologyTest.class.getResourceAsStream("/topology.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
