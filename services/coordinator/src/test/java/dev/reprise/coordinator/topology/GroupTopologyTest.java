// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireMessage;

final class GroupTopologyTest {
    private static final String GROUP = "warehouse-etl";
    private static final AdmissionRule RULE = new AdmissionRule(GROUP, 3, Duration.ofMinutes(5), Duration.ofMinutes(2),
            2, 600, BreakerRelease.AUTOMATIC, 1, 100, 0);
    private TopologyFixture fixture;
    private int sent;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldTellEachInstanceItsRulingUnderItsOwnKey() {
        fail(1, 5);

        List<TestRecord<byte[], byte[]>> told = fixture.raw(Topics.EVENTS);
        List<AdmissionRuled> rulings = told.stream().map(this::read).map(AdmissionRuled.class::cast).toList();
        assertThat(rulings).extracting(AdmissionRuled::ruling).containsExactly(AdmissionRuling.ADMITTED,
                AdmissionRuling.ADMITTED, AdmissionRuling.ADMITTED, AdmissionRuling.HELD, AdmissionRuling.HELD);
        assertThat(rulings).extracting(AdmissionRuled::opened).containsExactly(false, false, false, true, false);
        assertThat(told.stream().map(record -> new String(record.key(), StandardCharsets.UTF_8)))
                .containsExactlyElementsOf(rulings.stream().map(ruled -> ruled.instance().key()).toList());
        assertThat(fixture.read(Topics.STORMS, StormSnapshot.class).getLast().held()).isEqualTo(2);
        fixture.pass(Duration.ofSeconds(2));
        assertThat(gauge("rerun.breakers", "state", BreakerState.OPEN.name())).isEqualTo(1);
        assertThat(gauge("rerun.reruns.held", "reason", Reason.STORM_HELD.name())).isEqualTo(2);
        assertThat(fixture.meters.get("rerun.breaker.state").gauge().value()).isEqualTo(2);
        assertThat(fixture.meters.get("rerun.breaker.transitions").tag("state", BreakerState.OPEN.name()).counter()
                .count()).isEqualTo(1);
        assertThat(fixture.meters.get("rerun.retry.budget.remaining.ratio").gauge().value()).isBetween(0.0, 1.0);
    }

    @Test
    void shouldProbeAndReleaseAsTimeGoesOnAndTakeTheBreakerAway() {
        fail(1, 50);
        fixture.raw(Topics.EVENTS);
        fixture.pass(Duration.ofMinutes(2));
        List<AdmissionRuled> probes = fixture.read(Topics.EVENTS, AdmissionRuled.class);
        assertThat(probes).hasSize(2).allMatch(ruled -> ruled.reason().equals(Optional.of(Reason.STORM_RELEASED)));

        settle(4);
        settle(5);
        fixture.raw(Topics.STORMS);
        passSlowly(Duration.ofSeconds(10));

        List<Object> told = fixture.raw(Topics.EVENTS).stream().map(this::read).map(Object.class::cast).toList();
        assertThat(told.stream().filter(AdmissionRuled.class::isInstance)).hasSize(45);
        assertThat(told.getLast()).isInstanceOf(StormEnded.class);
        TestRecord<byte[], byte[]> last = fixture.raw(Topics.STORMS).getLast();
        assertThat(new String(last.key(), StandardCharsets.UTF_8)).isEqualTo(GROUP);
        assertThat(last.value()).isNull();
    }

    @Test
    void shouldHoldAndReleaseByHand() {
        send(new StormControlled(GROUP, fixture.now(), "click-1", "li", "looking", StormAction.HOLD));
        fail(1, 3);
        fixture.pass(Duration.ofHours(1));
        assertThat(fixture.read(Topics.EVENTS, AdmissionRuled.class))
                .allMatch(ruled -> ruled.ruling() == AdmissionRuling.HELD).hasSize(3);

        send(new StormControlled(GROUP, fixture.now(), "click-2", "li", "mended", StormAction.RELEASE));
        passSlowly(Duration.ofSeconds(5));

        assertThat(fixture.read(Topics.EVENTS, AdmissionRuled.class))
                .allMatch(ruled -> ruled.ruling() == AdmissionRuling.ADMITTED).hasSize(3);
    }

    @Test
    void shouldGiveASlotWhenOneIsFree() {
        fail(1, 2);
        ask(1, true);
        ask(2, true);
        fixture.raw(Topics.EVENTS);

        settle(1);

        List<AdmissionRuled> told = fixture.read(Topics.EVENTS, AdmissionRuled.class);
        assertThat(told).extracting(AdmissionRuled::rerunId).containsExactly(id(2));
        assertThat(told.getFirst().ruling()).isEqualTo(AdmissionRuling.ADMITTED);
    }

    @Test
    void shouldGoOnFromRestoredStores(@TempDir Path elsewhere) {
        fail(1, 50);
        fixture.raw(Topics.EVENTS);
        TopologyFixture before = fixture;
        fixture = new TopologyFixture(elsewhere);
        for (String store : List.of(NodeNames.GROUP_STATE, NodeNames.GROUP_ROWS, NodeNames.GROUP_TIMERS)) {
            copy(before.driver.getKeyValueStore(store), fixture.driver.getKeyValueStore(store));
        }
        before.close();
        fixture.pass(Duration.ofMinutes(2));
        settle(4);
        settle(5);
        passSlowly(Duration.ofSeconds(10));

        assertThat(fixture.raw(Topics.EVENTS).stream().map(this::read).filter(AdmissionRuled.class::isInstance)
                .map(AdmissionRuled.class::cast).map(AdmissionRuled::rerunId))
                .doesNotHaveDuplicates().hasSize(47);
    }

    @Test
    void shouldSetAsideWhatCannotBeUsed() {
        AdmissionAsked asked = asked(1, false);
        fixture.send(Topics.ADMISSIONS, new TestRecord<>(TopologyFixture.bytes(GROUP), TopologyFixture.bytes("no json"),
                new RecordHeaders(), fixture.now()));
        ProducerRecord<byte[], byte[]> astray = fixture.messages
                .toRecord(Topics.ADMISSIONS.name(TopologyFixture.PREFIX), "another", "id", fixture.now(), asked);
        fixture.send(Topics.ADMISSIONS,
                new TestRecord<>(astray.key(), astray.value(), astray.headers(), fixture.now()));
        ProducerRecord<byte[], byte[]> foreign = fixture.messages
                .toRecord(Topics.ADMISSIONS.name(TopologyFixture.PREFIX), GROUP, "id", fixture.now(),
                        fixture.started());
        fixture.send(Topics.ADMISSIONS,
                new TestRecord<>(foreign.key(), foreign.value(), foreign.headers(), fixture.now()));
        fail(1, 1);

        assertThat(fixture.raw(Topics.DEAD_LETTERS).stream()
                .map(letter -> new String(letter.headers().lastHeader("reprise-cause").value(),
                        StandardCharsets.UTF_8)))
                .containsExactly("ENVELOPE", "WRONG_KEY", "UNKNOWN_TYPE");
        assertThat(fixture.read(Topics.EVENTS, AdmissionRuled.class)).hasSize(1);
    }

    private static <K, V> void copy(KeyValueStore<K, V> from, KeyValueStore<K, V> to) {
        List<KeyValue<K, V>> rows = new ArrayList<>();
        try (KeyValueIterator<K, V> all = from.all()) {
            all.forEachRemaining(rows::add);
        }
        to.putAll(rows);
    }

    /** Step by step: what one step may release is bounded. */
    private void passSlowly(Duration time) {
        for (long passed = 0; passed < time.toMillis(); passed += 100) {
            fixture.pass(Duration.ofMillis(100));
        }
    }

    private void fail(int from, int to) {
        for (int number = from; number <= to; number++) {
            ask(number, false);
        }
    }

    private void ask(int number, boolean slot) {
        send(asked(number, slot));
    }

    private AdmissionAsked asked(int number, boolean slot) {
        return new AdmissionAsked(GROUP, TopologyFixture.JOB, instance(number).partition(), fixture.now(), id(number),
                slot, RULE, FailureClass.PLATFORM, "", true, Optional.empty());
    }

    private void settle(int number) {
        send(new AdmissionSettled(GROUP, TopologyFixture.JOB, instance(number).partition(), fixture.now(), id(number),
                AdmissionOutcome.SUCCEEDED));
    }

    private void send(AdmissionMessage message) {
        ProducerRecord<byte[], byte[]> made = fixture.messages.toRecord(Topics.ADMISSIONS.name(TopologyFixture.PREFIX),
                message.group(), "admission-" + sent++, message.at(), (Record) message);
        fixture.send(Topics.ADMISSIONS, new TestRecord<>(made.key(), made.value(), made.headers(), fixture.now()));
    }

    private Record read(TestRecord<byte[], byte[]> record) {
        WireMessage message = fixture.messages.read(record.headers(), record.value());
        return message.data();
    }

    private double gauge(String name, String tag, String value) {
        return fixture.meters.get(name).tag(tag, value).gauge().value();
    }

    private static InstanceId instance(int number) {
        return new InstanceId(TopologyFixture.JOB, new PartitionKey("ds=" + number));
    }

    private static RerunId id(int number) {
        return RerunId.ofRequest(instance(number), "rerun");
    }
}
