// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.ORDERS_EU;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.console.Samples;
import dev.reprise.console.store.Incoming.Message;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.Incoming.Tombstone;
import dev.reprise.console.store.ReadModelStore.Origin;
import dev.reprise.console.store.TimelineEntry.Source;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.topic.Topics;

/** What the read model promises on each database. */
abstract class ReadModelContract {

    static final Origin ORIGIN = new Origin("cluster-a", "reprise.");
    static final InstanceFilter ALL = new InstanceFilter(Optional.empty(), Optional.empty(), List.of(),
            Optional.empty(), Map.of(), Optional.empty(), false);

    ReadModelStore readModel;
    private long offset;

    @BeforeEach
    void open() {
        readModel = open(ORIGIN, NOON);
    }

    /** Opens the tables of this test: the same each time. */
    abstract ReadModelStore open(Origin origin, Instant now);

    /** Runs a statement beside the read model. */
    abstract void execute(String statement) throws SQLException;

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
        assertThat(readModel.<Boolean>read(questions -> questions.catalog().job(ORDERS).isPresent())).isFalse();
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

        assertThat(list(questions -> questions.alerting().alerts(List.of(), NOON, Optional.empty(), 10).items()))
                .containsExactly(resolved);
        assertThat(list(questions -> questions.alerting().openAlerts(ORDERS_28))).isEmpty();
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

        assertThat(readModel.writer().prune(NOON.plusSeconds(50), NOON)).isFalse();

        assertThat(list(questions -> questions.decisions(ORDERS_28, Optional.empty(), 10).items()))
                .hasSize(1);
        assertThat(list(questions -> questions.alerting().alerts(List.of(), NOON, Optional.empty(), 10).items()))
                .hasSize(1);
        assertThat(instances(ALL)).hasSize(1);
    }

    @Test
    void shouldFindTheSameHoweverItSearches() {
        Random random = new Random(7);
        Map<InstanceId, InstanceSnapshot> all = new HashMap<>();
        List<Incoming> records = new ArrayList<>();
        for (int job = 0; job < 40; job++) {
            JobId id = new JobId("team" + job % 3, (job % 2 == 0 ? "Load/" : "export_") + job);
            records.add(message(Topics.JOBS, Samples.job(id)));
            for (int day = 1; day <= 9; day++) {
                InstanceId instance = new InstanceId(id, new PartitionKey("ds=2026-11-0" + day + "/Hour=" + day % 2));
                InstanceSnapshot snapshot = Samples.snapshot(instance,
                        random.nextInt(4) == 0 ? InstanceStatus.GAVE_UP : InstanceStatus.SUCCEEDED,
                        // Few moments: at the same one the key must decide.
                        NOON.plusSeconds(random.nextInt(60)));
                all.put(instance, snapshot);
                records.add(message(Topics.INSTANCES, snapshot));
            }
        }
        apply(records.toArray(Incoming[]::new));

        for (String text : List.of("", "3", "load/1", "OAD/12/", "11-05", "/ds=2026-11-03", "t_7/ds=2026-11-0", "m1/",
                "hour=1", "0/ds=2026-11-09/hour=1", "nowhere", "_1", "/", "team2/load/2")) {
            for (String namespace : List.of("", "team1")) {
                for (List<InstanceStatus> statuses : List.of(List.<InstanceStatus>of(),
                        List.of(InstanceStatus.GAVE_UP))) {
                    for (boolean oldestFirst : List.of(true, false)) {
                        InstanceFilter filter = new InstanceFilter(present(namespace), Optional.empty(), statuses,
                                Optional.empty(), Map.of(), present(text), oldestFirst);
                        assertThat(pages(filter, 40, 3)).describedAs("%s", filter).isEqualTo(expected(all, filter));
                    }
                }
            }
        }
    }

    private List<String> pages(InstanceFilter filter, int most, int window) {
        List<String> seen = new ArrayList<>();
        Optional<Cursor> after = Optional.empty();
        while (true) {
            Optional<Cursor> from = after;
            List<String> page = readModel.read(questions -> questions.keys(filter, from, most, window));
            seen.addAll(page);
            if (page.size() < most) {
                return seen;
            }
            InstanceId last = InstanceId.parse(page.getLast());
            after = readModel.<Optional<InstanceSnapshot>>read(questions -> questions.instance(last))
                    .map(snapshot -> Cursor.of(snapshot.updatedAt().toEpochMilli(), last.key()));
        }
    }

    private static List<String> expected(Map<InstanceId, InstanceSnapshot> all, InstanceFilter filter) {
        Comparator<InstanceSnapshot> order = Comparator.comparing(InstanceSnapshot::updatedAt)
                .thenComparing(snapshot -> snapshot.instance().key());
        return all.values().stream()
                .filter(each -> filter.namespace().isEmpty() || filter.namespace().get().equals(each.job().namespace()))
                .filter(each -> filter.statuses().isEmpty() || filter.statuses().contains(each.status()))
                .filter(each -> (each.job().namespace() + "/" + each.job().name() + "/" + each.partition().value())
                        .toLowerCase(Locale.ROOT).contains(filter.text().orElse("").toLowerCase(Locale.ROOT)))
                .sorted(filter.oldestFirst() ? order : order.reversed()).map(each -> each.instance().key()).toList();
    }

    @Test
    void shouldJoinPagesWithWhatBecameOfThem() {
        AlertKey group = new AlertKey("GROUP/everybody/1");
        var first = Samples.page(group, 1, NOON, Samples.firing(ORDERS_28, 1, NOON), Samples.firing(REPORT, 1, NOON));
        var second = Samples.page(group, 2, NOON.plusSeconds(60), Samples.firing(REPORT, 1, NOON));
        apply(message(Topics.NOTIFICATIONS,
                Samples.notification(first, DeliveryOutcome.RETRYING, 1, NOON.plusSeconds(1))),
                message(Topics.PAGES, first),
                message(Topics.NOTIFICATIONS,
                        Samples.notification(first, DeliveryOutcome.SENT, 2, NOON.plusSeconds(9))),
                message(Topics.NOTIFICATIONS,
                        Samples.notification(first, DeliveryOutcome.RETRYING, 1, NOON.plusSeconds(1))),
                message(Topics.PAGES, second));

        List<Delivery> all = deliveries(Optional.empty(), List.of(), Optional.empty());
        assertThat(all).extracting(Delivery::page).containsExactly(Optional.of(second), Optional.of(first));
        assertThat(all.getFirst().notification()).isEmpty();
        assertThat(all.getLast().notification()).hasValueSatisfying(last -> {
            assertThat(last.outcome()).isEqualTo(DeliveryOutcome.SENT);
            assertThat(last.attempts()).isEqualTo(2);
        });
        assertThat(deliveries(Optional.of(ORDERS_28), List.of(), Optional.empty())).extracting(Delivery::revision)
                .containsExactly(1L);
        assertThat(deliveries(Optional.of(REPORT), List.of("PENDING"), Optional.of("slack-ops")))
                .extracting(Delivery::revision).containsExactly(2L);
        assertThat(deliveries(Optional.empty(), List.of(), Optional.of("pager"))).isEmpty();

        assertThat(readModel.writer().prune(NOON.plusSeconds(30), NOON)).isFalse();
        assertThat(deliveries(Optional.empty(), List.of(), Optional.empty())).extracting(Delivery::revision)
                .containsExactly(2L);
    }

    private List<Delivery> deliveries(Optional<InstanceId> instance, List<String> outcomes, Optional<String> channel) {
        return readModel.read(questions -> questions.alerting().deliveries(
                new DeliveryFilter(channel, outcomes, Optional.empty(), instance), Optional.empty(), 10)).items();
    }

    @Test
    void shouldTellInTimelineWhatGroupsTold() {
        AlertFiring alert = Samples.firing(ORDERS_28, 1, NOON);
        var grouped = Samples.page(new AlertKey("GROUP/everybody/1"), 1, NOON, alert,
                Samples.firing(REPORT, 1, NOON));
        var alone = Samples.page(alert.alertKey(), 1, NOON, alert);
        apply(message(Topics.ALERTS, alert), message(Topics.PAGES, grouped), message(Topics.PAGES, alone),
                message(Topics.NOTIFICATIONS,
                        Samples.notification(grouped, DeliveryOutcome.SENT, 1, NOON.plusSeconds(1))),
                message(Topics.NOTIFICATIONS,
                        Samples.notification(alone, DeliveryOutcome.SENT, 1, NOON.plusSeconds(2))));

        assertThat(list(questions -> questions.timeline(ORDERS_28, Optional.empty(), 10).items()))
                .extracting(TimelineEntry::at).containsExactly(NOON.plusSeconds(1), NOON.plusSeconds(2));
        assertThat(list(questions -> questions.timeline(REPORT, Optional.empty(), 10).items()))
                .extracting(TimelineEntry::at).containsExactly(NOON.plusSeconds(1));
    }

    @Test
    void shouldCountInstancesOfOneBatchOnce() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.GAVE_UP, NOON)),
                message(Topics.INSTANCES, Samples.snapshot(REPORT, InstanceStatus.RUNNING, NOON)),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_EU, InstanceStatus.RUNNING, NOON)));
        apply(new Tombstone(next(Topics.INSTANCES), REPORT.key()),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.SUCCEEDED, NOON)),
                new Tombstone(next(Topics.INSTANCES), ORDERS_EU.key()),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_EU, InstanceStatus.RUNNING, NOON)));

        assertThat(readModel.<Map<InstanceStatus, Long>>read(questions -> questions.figures().statuses()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(InstanceStatus.SUCCEEDED, 1L, InstanceStatus.RUNNING, 1L));
        assertThat(instances(filter("", List.of(), "", Map.of(), REPORT.partition().value())))
                .doesNotContain(REPORT);
    }

    @Test
    void shouldKeepTextThatDatabasesRefuse() {
        DeadLetter letter = new DeadLetter("events", 0, 3, NOON, "dead-letters", "events", Optional.of(1),
                Optional.of(2L), "ENVELOPE", "odd \u0000 byte", "half \ud800 pair \ud83d\ude00", 4);
        apply(new Incoming.Unusable(next(Topics.DEAD_LETTERS), letter));

        assertThat(list(questions -> questions.deadLetters(Optional.empty(), 10).items())).singleElement()
                .satisfies(kept -> {
                    assertThat(kept.message()).isEqualTo("odd \ufffd byte");
                    assertThat(kept.key()).isEqualTo("half \ufffd pair \ud83d\ude00");
                });
    }

    @Test
    void shouldRebuildAfterLongAbsence() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        reopen(ORIGIN, NOON.plus(ReadModelStore.LONGEST_ABSENCE).plusSeconds(1));

        assertThat(instances(ALL)).isEmpty();
    }

    /** Also where a table of the other version looks otherwise. */
    @ParameterizedTest
    @ValueSource(ints = {1, ReadModelStore.SCHEMA_VERSION - 1, ReadModelStore.SCHEMA_VERSION + 1, 99})
    void shouldRebuildTablesOfAnotherSchemaVersion(int version) throws Exception {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)),
                message(Topics.JOBS, Samples.job(ORDERS)));
        readModel.close();
        execute("UPDATE read_model SET schema_version = " + version);
        execute("ALTER TABLE instances ADD COLUMN of_another_version TEXT");
        execute("DROP TABLE failures");
        readModel = open(ORIGIN, NOON);

        assertThat(instances(ALL)).isEmpty();
        assertThat(readModel.writer().positions()).as("all is read again").isEmpty();
        Incoming again = message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.GAVE_UP, NOON));
        apply(again, message(Topics.DECISIONS, Samples.unclassified(ORDERS_28, 1, "disk full", NOON)));
        assertThat(instances(ALL)).containsExactly(ORDERS_28);
        assertThat(list(questions -> questions.failures(FailureClass.UNKNOWN, Optional.empty(), 10).items()))
                .hasSize(1);
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

        assertThat(list(questions -> questions.catalog().jobsOf(List.of("spark://cluster-1")))).containsExactly(other);
        assertThat(list(questions -> questions.catalog().jobsOf(List.of()))).isEmpty();
        assertThat(list(questions -> questions.catalog().jobs(Optional.empty(), Optional.of("data-platform"),
                Optional.empty(), Optional.empty(), 10).items())).hasSize(2);
    }

    <T> List<T> list(Function<Questions, List<T>> question) {
        return readModel.read(question);
    }

    static InstanceFilter filter(String namespace, List<InstanceStatus> statuses, String owner,
            Map<String, String> labels, String text) {
        return new InstanceFilter(present(namespace), Optional.empty(), statuses, present(owner), labels, present(text),
                false);
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    List<InstanceId> instances(InstanceFilter filter) {
        return readModel.read(questions -> questions.instances(filter, Optional.empty(), 100)).items().stream()
                .map(InstanceSnapshot::instance).toList();
    }

    Position next(Topics topic) {
        return new Position(topic, 0, offset++);
    }

    Incoming message(Topics topic, Record data) {
        return new Message(next(topic), data);
    }

    void apply(Incoming... records) {
        readModel.writer().apply(List.of(records), NOON);
    }

    void reopen(Origin origin, Instant now) {
        readModel.close();
        readModel = open(origin, now);
    }
}
