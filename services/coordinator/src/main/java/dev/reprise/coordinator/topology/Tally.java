// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.Phase;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;

/**
 * How many instances stand where, kept in a store beside the states: a gauge must be right after a restart without
 * reading a million rows. Belongs to one task and its thread.
 */
final class Tally {
    private static final String STATUS = "status/";
    private static final String ALERT = "alert/";
    private static final String APPROVAL = "approval/";
    private static final String AFTER_APPROVAL = "approval0";
    private static final String OF_JOB = "of-job/";
    private static final String AFTER_OF_JOB = "of-job0";
    private final KeyValueStore<String, Long> store;
    private String lookedUpTo = OF_JOB;

    /**
     * What the gauges show.
     *
     * @param statuses instances by status
     * @param alerts firing alerts by kind
     * @param oldestApproval when the oldest open proposal was made
     */
    record Snapshot(Map<InstanceStatus, Long> statuses, Map<Reason, Long> alerts, Optional<Instant> oldestApproval) {
        static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), Optional.empty());
    }

    Tally(KeyValueStore<String, Long> store) {
        this.store = store;
    }

    /** Counts a change of an instance. */
    void changed(InstanceState before, InstanceState after) {
        if (before.status() != after.status()) {
            add(STATUS + before.status(), -1);
            add(STATUS + after.status(), 1);
        }
        approval(before).ifPresent(store::delete);
        approval(after).ifPresent(key -> store.put(key, 1L));
        if (tellsOfJob(before)) {
            store.delete(OF_JOB + before.instance().key());
        }
        if (tellsOfJob(after)) {
            store.put(OF_JOB + after.instance().key(), 1L);
        }
        if (!before.alerts().equals(after.alerts())) {
            before.openAlerts().forEach(alert -> add(key(alert), -1));
            after.openAlerts().forEach(alert -> add(key(alert), 1));
        }
    }

    /** Counts out an instance at rest that is forgotten. */
    void forgotten(InstanceState last) {
        if (last.status() != InstanceStatus.IDLE) {
            add(STATUS + last.status(), -1);
        }
    }

    Snapshot snapshot() {
        Map<InstanceStatus, Long> statuses = new EnumMap<>(InstanceStatus.class);
        Map<Reason, Long> alerts = new EnumMap<>(Reason.class);
        for (InstanceStatus status : InstanceStatus.values()) {
            count(STATUS + status).ifPresent(count -> statuses.put(status, count));
        }
        for (Reason kind : Reason.values()) {
            count(ALERT + kind).ifPresent(count -> alerts.put(kind, count));
        }
        return new Snapshot(statuses, alerts, oldestApproval());
    }

    /**
     * The next instances with an open alert under the name of their job: what ends it is no event of theirs.
     *
     * @param most how many at most; the next call goes on behind them, and begins anew after the last
     */
    List<InstanceId> tellingOfJobs(int most) {
        List<InstanceId> found = new ArrayList<>();
        try (KeyValueIterator<String, Long> rows = store.range(lookedUpTo, AFTER_OF_JOB)) {
            while (rows.hasNext() && found.size() < most) {
                found.add(InstanceId.parse(rows.next().key.substring(OF_JOB.length())));
            }
            lookedUpTo = rows.hasNext() ? rows.peekNextKey() : OF_JOB;
        }
        return found;
    }

    private static boolean tellsOfJob(InstanceState state) {
        return state.openAlerts().stream()
                .anyMatch(alert -> alert.key().equals(AlertKey.of(alert.kind().name(), state.instance().job())));
    }

    private Optional<Instant> oldestApproval() {
        try (KeyValueIterator<String, Long> open = store.range(APPROVAL, AFTER_APPROVAL)) {
            if (!open.hasNext()) {
                return Optional.empty();
            }
            KeyValue<String, Long> first = open.next();
            String millis = first.key.substring(APPROVAL.length(), first.key.indexOf('/', APPROVAL.length()));
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
        }
    }

    private static Optional<String> approval(InstanceState state) {
        if (!(state.phase() instanceof Phase.AwaitingApproval)) {
            return Optional.empty();
        }
        return state.openAlerts().stream().filter(alert -> alert.kind() == Reason.AWAITING_APPROVAL).findFirst()
                .map(alert -> APPROVAL + "%015d".formatted(alert.startsAt().toEpochMilli()) + "/"
                        + state.instance().key());
    }

    private static String key(AlertMemory alert) {
        return ALERT + alert.kind();
    }

    private Optional<Long> count(String key) {
        return Optional.ofNullable(store.get(key)).filter(count -> count > 0);
    }

    private void add(String key, long change) {
        long count = Optional.ofNullable(store.get(key)).orElse(0L) + change;
        // IDLE is never counted in: the first change of an instance would take it below zero.
        store.put(key, Math.max(0, count));
    }
}
