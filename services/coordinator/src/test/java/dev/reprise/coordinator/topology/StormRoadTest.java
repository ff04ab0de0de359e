// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;

/** The way of failures through their instances, their group and back, in one topology. */
final class StormRoadTest {
    private static final String GROUP = "warehouse-etl";
    private TopologyFixture fixture;
    private final List<Record> alerts = new ArrayList<>();

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldHoldProbeReleaseAndTellOnce() {
        register(BreakerRelease.AUTOMATIC);
        fail(1, 6);
        passSlowly(Duration.ofSeconds(40));

        assertThat(commands()).extracting(command -> command.partition().value()).containsExactlyInAnyOrder("ds=1",
                "ds=2", "ds=3");
        assertThat(status(6)).isEqualTo(InstanceStatus.HELD);
        assertThat(storms(AlertFiring.class)).hasSize(1);

        passSlowly(Duration.ofSeconds(90));
        StartRerun probe = commands().getFirst();
        assertThat(probe.partition().value()).isEqualTo("ds=4");
        succeed(probe);
        passSlowly(Duration.ofSeconds(10));

        assertThat(commands()).extracting(command -> command.partition().value()).containsExactly("ds=5", "ds=6");
        assertThat(storms(AlertResolved.class)).hasSize(1);
        assertThat(storms(AlertFiring.class)).hasSize(1);
    }

    @Test
    void shouldHoldUntilAPersonReleases() {
        register(BreakerRelease.MANUAL);
        control(StormAction.HOLD, "click-1");
        fail(1, 2);
        passSlowly(Duration.ofMinutes(10));
        assertThat(commands()).isEmpty();
        assertThat(status(1)).isEqualTo(InstanceStatus.HELD);

        control(StormAction.RELEASE, "click-2");
        passSlowly(Duration.ofSeconds(10));

        assertThat(commands()).hasSize(2);
        assertThat(storms(AlertFiring.class)).isEmpty();
    }

    private void register(BreakerRelease release) {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("v1").idempotency(Idempotency.IDEMPOTENT)
                .lostAfter(Optional.empty())
                .admission(Optional.of(new AdmissionRule(GROUP, 3, Duration.ofMinutes(5), Duration.ofMinutes(2), 1, 600,
                        release, 0, 100, 0)))
                .build();
        fixture.registry.put(TopologyFixture.JOB, new JobDefinition(TopologyFixture.JOB, Optional.empty(), Map.of(),
                policy,
                Optional.of(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of(), Optional.empty())),
                Optional.empty(), TopologyFixture.START, "test"));
    }

    private void fail(int from, int to) {
        for (int number = from; number <= to; number++) {
            fixture.send(new RunFailed(TopologyFixture.JOB, partition(number), new RunId("run-" + number), 1,
                    fixture.now(), "test", FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN,
                    Optional.empty()));
        }
    }

    private void succeed(StartRerun command) {
        send(Topics.DISPATCHES, command.rerunId().value(), "dispatch", new DispatchAccepted(command.rerunId(),
                command.job(), command.partition(), command.generation(), 7, fixture.now(), command.rerunId().asRun(),
                false));
        fixture.send(new RunSucceeded(command.job(), command.partition(), command.rerunId().asRun(), 1, fixture.now(),
                "test", SuccessProof.OWNER));
    }

    private void control(StormAction action, String requestId) {
        send(Topics.ADMISSIONS, GROUP, requestId,
                new StormControlled(GROUP, fixture.now(), requestId, "li", "looking", action));
    }

    private void send(Topics topic, String key, String id, Record message) {
        ProducerRecord<byte[], byte[]> made = fixture.messages.toRecord(topic.name(TopologyFixture.PREFIX), key, id,
                fixture.now(), message);
        fixture.send(topic, new TestRecord<>(made.key(), made.value(), made.headers(), fixture.now()));
    }

    private List<StartRerun> commands() {
        return fixture.read(Topics.COMMANDS, StartRerun.class);
    }

    private InstanceStatus status(int number) {
        return fixture.read(Topics.INSTANCES, InstanceSnapshot.class).stream()
                .filter(snapshot -> snapshot.partition().equals(partition(number))).toList().getLast().status();
    }

    /** All alerts of storms so far. */
    private <T> List<T> storms(Class<T> type) {
        alerts.addAll(fixture.read(Topics.ALERTS, Record.class));
        return alerts.stream().filter(type::isInstance).map(type::cast).filter(alert -> switch (alert) {
            case AlertFiring firing -> firing.kind() == Reason.STORM_BREAKER;
            case AlertResolved resolved -> resolved.kind() == Reason.STORM_BREAKER;
            default -> false;
        }).toList();
    }

    private void passSlowly(Duration time) {
        for (long passed = 0; passed < time.toMillis(); passed += 500) {
            fixture.pass(Duration.ofMillis(500));
        }
    }

    private static PartitionKey partition(int number) {
        return new PartitionKey("ds=" + number);
    }
}
