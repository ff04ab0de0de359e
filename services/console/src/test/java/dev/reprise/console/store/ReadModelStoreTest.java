// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.ORDERS_EU;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.Samples;
import dev.reprise.console.store.Incoming.Message;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.Incoming.Tombstone;
import dev.reprise.console.store.ReadModelStore.Origin;
import dev.reprise.console.store.TimelineEntry.Source;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

class ReadModelStoreTest {

    private static final Origin ORIGIN = new Origin("cluster-a", "reprise.");
    private static final InstanceFilter ALL = new InstanceFilter(Optional.empty(), Optional.empty(), List.of(),
            Optional.empty(), Map.of(), Optional.empty(), false);

    @TempDir
    Path directory;
    private ReadModelStore readModel;
    private long offset;

    @BeforeEach
    void open() {
        readModel = ReadModelStore.open(directory, ORIGIN, NOON, new WireCodec());
    }

    @AfterEach
    void close() {
        readModel.close();
    }

    @Test
    void shouldKeepRowsAndPositionsTogether() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        reopen(ORIGIN, NOON);

        assertThat(readModel.writer().positions()).containsExactly(new Position(Topics.INSTANCES, 0, 1));
        assertThat(readModel.<Optional<InstanceSnapshot>>read(questions -> questions.instance(ORDERS_28)))
                .contains(Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON));
    }

    @Test
    void shouldApplyNothingOfBatchThatFails() {
        Incoming bad = new Message(new Position(Topics.EVENTS, 0, 9), new Unexpected());

        assertThatThrownBy(() -> apply(
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)), bad))
                .isInstanceOf(IllegalStateException.class);
        apply();

        assertThat(instances(ALL)).isEmpty();
        assertThat(readModel.writer().positions()).isEmpty();
    }

    private record Unexpected() {}

    @Test
    void shouldRemoveInstanceAndJobByTombstone() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)),
                message(Topics.JOBS, Samples.job(ORDERS)));
        apply(new Tombstone(next(Topics.INSTANCES), ORDERS_28.key()), new Tombstone(next(Topics.JOBS), ORDERS.key()));

        assertThat(instances(ALL)).isEmpty();
        assertThat(readModel.<Boolean>read(questions -> questions.job(ORDERS).isPresent())).isFalse();
    }

    @Test
    void shouldFilterInstances() {
        apply(message(Topics.JOBS, Samples.job(ORDERS)),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_EU, InstanceStatus.GAVE_UP, NOON.plusSeconds(1))),
                message(Topics.INSTANCES, Samples.snapshot(REPORT, InstanceStatus.RUNNING, NOON.plusSeconds(2))));

        assertThat(instances(ALL)).containsExactly(REPORT, ORDERS_EU, ORDERS_28);
        assertThat(instances(filter("warehouse", List.of(), "", Map.of(), ""))).containsExactly(ORDERS_EU, ORDERS_28);
        assertThat(instances(filter("", List.of(InstanceStatus.RUNNING, InstanceStatus.GAVE_UP), "", Map.of(), "")))
                .hasSize(3);
        assertThat(instances(filter("", List.of(InstanceStatus.GAVE_UP), "", Map.of(), ""))).containsExactly(ORDERS_EU);
        assertThat(instances(filter("", List.of(), "data-platform", Map.of(), ""))).containsExactly(ORDERS_EU,
                ORDERS_28);
        assertThat(instances(filter("", List.of(), "", Map.of("tier", "gold"), ""))).hasSize(2);
        assertThat(instances(filter("", List.of(), "", Map.of("tier", "silver"), ""))).isEmpty();
        assertThat(instances(filter("", List.of(), "", Map.of(), "DAILY/REP"))).containsExactly(REPORT);
        assertThat(instances(filter("", List.of(), "", Map.of(), "%"))).isEmpty();
        assertThat(instances(filter("", List.of(), "", Map.of(), "load_"))).hasSize(2);
    }

    @Test
    void shouldPageInstancesWithoutGapOrDouble() {
        List<InstanceId> expected = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            InstanceId instance = new InstanceId(ORDERS, new PartitionKey("hour=" + i));
            // Several share a time: the key must decide between them.
            apply(message(Topics.INSTANCES,
                    Samples.snapshot(instance, InstanceStatus.RUNNING, NOON.plusSeconds(i / 4))));
            expected.add(instance);
        }

        List<InstanceId> seen = new ArrayList<>();
        Optional<Cursor> cursor = Optional.empty();
        do {
            Optional<Cursor> from = cursor.map(each -> Cursor.parse(each.text()));
            Page<InstanceSnapshot> page = readModel.read(questions -> questions.instances(ALL, from, 7));
            page.items().forEach(each -> seen.add(each.instance()));
            cursor = page.next();
        } while (cursor.isPresent());

        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldNotBringOlderRevisionOfAlertBack() {
        AlertResolved resolved = Samples.resolved(ORDERS_28, 2, NOON);
        apply(message(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON)), message(Topics.ALERTS, resolved),
                message(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON)));

        assertThat(list(questions -> questions.alerts(List.of(), NOON, Optional.empty(), 10).items()))
                .containsExactly(resolved);
        assertThat(list(questions -> questions.openAlerts(ORDERS_28))).isEmpty();
    }

    @Test
    void shouldTellTimelineInOrder() {
        apply(message(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON)),
                message(Topics.NOTIFICATIONS, Samples.notification(ORDERS_28, NOON.plusSeconds(4))),
                message(Topics.DISPATCHES, Samples.intent(ORDERS_28, NOON.plusSeconds(3))),
                message(Topics.DECISIONS,
                        Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON.plusSeconds(2))),
                message(Topics.AUDIT, Samples.audit(ORDERS_28, NOON.plusSeconds(2))),
                message(Topics.DECISIONS, Samples.decision(ORDERS_EU, Samples.suppress(Reason.DUPLICATE), NOON)));

        Page<TimelineEntry> first = readModel.read(questions -> questions.timeline(ORDERS_28, Optional.empty(), 3));
        Page<TimelineEntry> second = readModel.read(questions -> questions.timeline(ORDERS_28, first.next(), 3));

        assertThat(first.items()).extracting(TimelineEntry::source).containsExactly(Source.AUDIT, Source.DECISION,
                Source.DISPATCH);
        assertThat(second.items()).extracting(TimelineEntry::source).containsExactly(Source.NOTIFICATION);
        assertThat(second.next()).isEmpty();
    }

    @Test
    void shouldListProposalsWithTheirAlert() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON)),
                message(Topics.INSTANCES,
                        Samples.snapshot(ORDERS_EU, InstanceStatus.AWAITING_APPROVAL, NOON.minusSeconds(9))),
                message(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON)));

        var proposals = readModel.read(questions -> questions.proposals(Optional.empty(), 10)).items();

        assertThat(proposals).extracting(each -> each.instance().instance()).containsExactly(ORDERS_EU, ORDERS_28);
        assertThat(proposals).extracting(each -> each.alert().isPresent()).containsExactly(false, true);
    }

    @Test
    void shouldPruneOldHistoryAndKeepState() {
        Decision decision = Samples.suppress(Reason.DUPLICATE);
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)),
                message(Topics.DECISIONS, Samples.decision(ORDERS_28, decision, NOON)),
                message(Topics.DECISIONS, Samples.decision(ORDERS_28, decision, NOON.plusSeconds(100))),
                message(Topics.ALERTS, Samples.resolved(ORDERS_28, 2, NOON.minusSeconds(500))),
                message(Topics.ALERTS, Samples.firing(ORDERS_EU, 1, NOON.minusSeconds(500))));

        assertThat(readModel.writer().prune(NOON.plusSeconds(50))).isFalse();

        assertThat(list(questions -> questions.decisions(ORDERS_28, Optional.empty(), 10).items()))
                .hasSize(1);
        assertThat(list(questions -> questions.alerts(List.of(), NOON, Optional.empty(), 10).items())).hasSize(1);
        assertThat(instances(ALL)).hasSize(1);
    }

    @Test
    void shouldRebuildForAnotherCluster() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        reopen(new Origin("cluster-b", "reprise."), NOON);

        assertThat(instances(ALL)).isEmpty();
        assertThat(readModel.writer().positions()).isEmpty();
    }

    @Test
    void shouldRebuildAfterLongAbsence() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        reopen(ORIGIN, NOON.plus(ReadModelStore.LONGEST_ABSENCE).plusSeconds(1));

        assertThat(instances(ALL)).isEmpty();
    }

    @Test
    void shouldRebuildDamagedFile() throws IOException {
        readModel.close();
        Files.writeString(directory.resolve("read-model.db"), "this is no database, and long enough to be looked at");
        readModel = ReadModelStore.open(directory, ORIGIN, NOON, new WireCodec());

        assertThat(instances(ALL)).isEmpty();
    }

    @Test
    void shouldRebuildFileOfAnotherSchemaVersion() throws Exception {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        readModel.close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("read-model.db"));
                var statement = connection.createStatement()) {
            statement.execute("UPDATE read_model SET schema_version = 99");
        }
        readModel = ReadModelStore.open(directory, ORIGIN, NOON, new WireCodec());

        assertThat(instances(ALL)).isEmpty();
    }

    @Test
    void shouldWakeReaderThatWaits() {
        long seen = readModel.commits().count();
        Thread.ofVirtual().start(() -> apply(message(Topics.JOBS, Samples.job(ORDERS))));

        assertThat(readModel.commits().awaitAfter(seen, Duration.ofSeconds(30))).isTrue();
        assertThat(readModel.commits().awaitAfter(seen + 1, Duration.ofMillis(10))).isFalse();
    }

    @Test
    void shouldFindDecisionsOfOneCause() {
        apply(message(Topics.DECISIONS, Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON)));

        assertThat(list(questions -> questions.decisionsCausedBy(ORDERS_28, "reprise.events", 0, 41)))
                .hasSize(1);
        assertThat(list(questions -> questions.decisionsCausedBy(ORDERS_28, "reprise.dispatches", 0, 41)))
                .isEmpty();
    }

    @Test
    void shouldListJobsOfNamespaces() {
        JobId other = new JobId("spark://cluster-1", "daily/report");
        apply(message(Topics.JOBS, Samples.job(ORDERS)), message(Topics.JOBS, Samples.job(other)));

        assertThat(list(questions -> questions.jobsOf(List.of("spark://cluster-1")))).containsExactly(other);
        assertThat(list(questions -> questions.jobsOf(List.of()))).isEmpty();
        assertThat(list(questions -> questions.jobs(Optional.empty(), Optional.of("data-platform"),
                Optional.empty(), Optional.empty(), 10).items())).hasSize(2);
    }

    private <T> List<T> list(Function<Questions, List<T>> question) {
        return readModel.read(question);
    }

    private static InstanceFilter filter(String namespace, List<InstanceStatus> statuses, String owner,
            Map<String, String> labels, String text) {
        return new InstanceFilter(present(namespace), Optional.empty(), statuses, present(owner), labels, present(text),
                false);
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private List<InstanceId> instances(InstanceFilter filter) {
        return readModel.read(questions -> questions.instances(filter, Optional.empty(), 100)).items().stream()
                .map(InstanceSnapshot::instance).toList();
    }

    private Position next(Topics topic) {
        return new Position(topic, 0, offset++);
    }

    private Incoming message(Topics topic, Record data) {
        return new Message(next(topic), data);
    }

    private void apply(Incoming... records) {
        readModel.writer().apply(List.of(records), NOON);
    }

    private void reopen(Origin origin, Instant now) {
        readModel.close();
        readModel = ReadModelStore.open(directory, origin, now, new WireCodec());
    }
}
