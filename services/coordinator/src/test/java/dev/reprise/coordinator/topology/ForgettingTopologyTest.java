// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.topic.Topics;

/** What is at rest leaves the store, its timers and the topic of instances, by the time of the log and a few at a time. */
final class ForgettingTopologyTest {
    private static final InstanceId OTHER = new InstanceId(TopologyFixture.JOB, new PartitionKey("other"));
    private TopologyFixture fixture;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
        fixture.register(Idempotency.IDEMPOTENT);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldEndTheKeyInTheStoreAndInTheTopic() {
        fixture.send(fixture.succeeded(TopologyFixture.RUN));
        fixture.pass(Duration.ofDays(7));
        hear();
        fixture.pass(Duration.ofSeconds(1));
        assertThat(states().get(TopologyFixture.INSTANCE.key()).state().memory().takenInUpTo()).isPresent();
        assertThat(fixture.raw(Topics.INSTANCES)).allSatisfy(record -> assertThat(record.value()).isNotNull());
        assertThat(forgotten("DETAILS")).isEqualTo(1);

        fixture.pass(Duration.ofDays(83));
        hear();
        fixture.pass(Duration.ofSeconds(1));

        assertThat(states().get(TopologyFixture.INSTANCE.key())).isNull();
        assertThat(timersOf(TopologyFixture.INSTANCE)).isZero();
        List<TestRecord<byte[], byte[]>> last = fixture.raw(Topics.INSTANCES).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8)
                        .equals(TopologyFixture.INSTANCE.key()))
                .toList();
        assertThat(last).singleElement().satisfies(record -> assertThat(record.value()).isNull());
        assertThat(forgotten("ALL")).isEqualTo(1);
        assertThat(fixture.raw(Topics.DECISIONS)).isEmpty();
        fixture.pass(Duration.ofSeconds(2));
        assertThat(gauge(InstanceStatus.SUCCEEDED)).isZero();
        assertThat(gauge(InstanceStatus.IDLE)).isZero();
    }

    @Test
    void shouldNotForgetByAClockThatRunsAheadOfTheLog() {
        fixture.send(fixture.succeeded(TopologyFixture.RUN));

        fixture.pass(Duration.ofDays(3650));

        assertThat(forgotten("DETAILS")).isZero();
        assertThat(states().get(TopologyFixture.INSTANCE.key()).state().succeeded()).isTrue();
        // What is urgent is not kept waiting by it.
        InstanceId urgent = new InstanceId(TopologyFixture.JOB, new PartitionKey("urgent"));
        fixture.send(fixture.failedOf(urgent));
        fixture.pass(Duration.ofSeconds(31));
        assertThat(fixture.read(Topics.COMMANDS, StartRerun.class)).hasSize(1);
    }

    @Test
    void shouldForgetAFewAtATime() {
        for (int day = 0; day < 120; day++) {
            fixture.send(new RunSucceeded(TopologyFixture.JOB, new PartitionKey("day-" + day), TopologyFixture.RUN, 1,
                    fixture.now(), "test", SuccessProof.OWNER));
        }
        fixture.pass(Duration.ofDays(7));
        assertThat(forgotten("DETAILS")).isZero();
        hear();

        fixture.pass(Duration.ofMillis(100));
        assertThat(forgotten("DETAILS")).isEqualTo(50);
        fixture.pass(Duration.ofMillis(100));
        fixture.pass(Duration.ofMillis(100));
        assertThat(forgotten("DETAILS")).isEqualTo(120);
    }

    @Test
    void shouldSayThatAnAlertIsOverBeforeItForgets() {
        fixture.register(Idempotency.NOT_IDEMPOTENT);
        fixture.send(fixture.failed());
        fixture.raw(Topics.ALERTS);
        fixture.pass(Duration.ofDays(90));
        hear();
        fixture.pass(Duration.ofSeconds(1));

        assertThat(fixture.read(Topics.ALERTS, AlertResolved.class)).singleElement()
                .satisfies(over -> assertThat(over.resolution()).isEqualTo(Reason.FORGOTTEN));
        assertThat(states().get(TopologyFixture.INSTANCE.key())).isNotNull();
        fixture.pass(Duration.ofDays(91));
        hear();
        fixture.pass(Duration.ofSeconds(1));
        assertThat(states().get(TopologyFixture.INSTANCE.key())).isNull();
    }

    @Test
    void shouldBeginAnewWhereItIsHeardOfAgain() {
        fixture.send(fixture.succeeded(TopologyFixture.RUN));
        fixture.pass(Duration.ofDays(7));
        hear();
        fixture.pass(Duration.ofDays(83));
        hear();
        fixture.pass(Duration.ofSeconds(1));
        assertThat(states().get(TopologyFixture.INSTANCE.key())).isNull();
        fixture.raw(Topics.INSTANCES);

        fixture.send(fixture.failed());
        fixture.pass(Duration.ofSeconds(31));

        assertThat(fixture.read(Topics.COMMANDS, StartRerun.class)).singleElement()
                .satisfies(command -> assertThat(command.generation()).isEqualTo(1));
        assertThat(fixture.read(Topics.INSTANCES, InstanceSnapshot.class).getLast().status())
                .isEqualTo(InstanceStatus.INTENDED);
    }

    @Test
    void shouldTellNobodyWhenItWillBeForgotten() {
        fixture.send(fixture.succeeded(TopologyFixture.RUN));

        assertThat(fixture.read(Topics.INSTANCES, InstanceSnapshot.class).getLast().nextAt()).isEmpty();
    }

    /** As a program left them that did not forget. */
    @Test
    void shouldGiveATimerToRowsThatHaveNone() {
        fixture.send(fixture.succeeded(TopologyFixture.RUN));
        StateRow row = states().get(TopologyFixture.INSTANCE.key());
        timers().delete(new TimerKey(TopologyFixture.INSTANCE, row.timer().orElseThrow()).bytes());
        states().put(TopologyFixture.INSTANCE.key(), new StateRow(1, row.state(), Optional.empty(), Optional.empty()));

        fixture.pass(Duration.ofSeconds(6));

        assertThat(states().get(TopologyFixture.INSTANCE.key())).isEqualTo(row);
        assertThat(timersOf(TopologyFixture.INSTANCE)).isEqualTo(1);
    }

    /** The log goes on: of another instance, which runs, the same is told again. */
    private void hear() {
        fixture.send(new RunStarted(OTHER.job(), OTHER.partition(), TopologyFixture.RUN, 1, TopologyFixture.START,
                "test", Optional.empty(), Optional.empty(), false));
    }

    private KeyValueStore<String, StateRow> states() {
        return fixture.driver.getKeyValueStore(NodeNames.INSTANCE_STATE);
    }

    private KeyValueStore<Bytes, byte[]> timers() {
        return fixture.driver.getKeyValueStore(NodeNames.INSTANCE_TIMERS);
    }

    private long timersOf(InstanceId instance) {
        long found = 0;
        try (KeyValueIterator<Bytes, byte[]> rows = timers().all()) {
            while (rows.hasNext()) {
                KeyValue<Bytes, byte[]> row = rows.next();
                found += TimerKey.read(row.key).instance().equals(instance) ? 1 : 0;
            }
        }
        return found;
    }

    private double forgotten(String extent) {
        return fixture.meters.get("rerun.instances.forgotten").tag("extent", extent).counter().count();
    }

    private double gauge(InstanceStatus status) {
        return fixture.meters.get("rerun.instances").tag("status", status.name()).gauge().value();
    }
}
