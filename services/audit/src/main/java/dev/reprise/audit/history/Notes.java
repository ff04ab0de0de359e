// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.permit.Permit;

/** The notes of a history and their indexes, filled once and then left alone. */
final class Notes {
    final Set<InstanceId> instances = new TreeSet<>();
    final Map<Position, Logged<EventNote>> events = new LinkedHashMap<>();
    final Map<InstanceId, List<Logged<EventNote>>> eventsOf = new HashMap<>();
    final Map<InstanceId, Map<RunId, RunId>> aliases = new HashMap<>();
    final List<Logged<DecisionRecord>> decisions = new ArrayList<>();
    final Map<InstanceId, List<Logged<DecisionRecord>>> decisionsOf = new HashMap<>();
    final Map<Position, List<Logged<DecisionRecord>>> decisionsFor = new HashMap<>();
    final Map<Place, Long> lastCause = new HashMap<>();
    final List<Logged<RunnerCommand>> commands = new ArrayList<>();
    final Map<RerunId, List<Logged<RunnerCommand>>> commandsOf = new HashMap<>();
    final List<Logged<DispatchRecord>> ledger = new ArrayList<>();
    final Map<RerunId, List<Logged<RerunDispatch>>> ledgerOf = new HashMap<>();
    final Map<AlertKey, List<Logged<AlertNote>>> alertsOf = new LinkedHashMap<>();
    final List<Logged<Notification>> notifications = new ArrayList<>();
    final Map<String, Logged<Page>> pages = new HashMap<>();
    final Map<JobId, List<Logged<JobDefinition>>> jobsOf = new HashMap<>();
    final Map<JobId, List<JobLineage>> lineageOf = new HashMap<>();
    final Set<String> removedJobs = new HashSet<>();
    final List<Logged<Permit>> permits = new ArrayList<>();
    final List<Logged<InstanceSnapshot>> snapshots = new ArrayList<>();
    final List<Unusable> unusable = new ArrayList<>();
    final Map<Position, List<DeadLetterNote>> deadLettersOf = new HashMap<>();

    /** Puts everything in the order of the log: records of several Kafka partitions arrive in any. */
    void index(Extent extent) {
        List<Logged<EventNote>> inOrder = new ArrayList<>(events.values());
        inOrder.sort(order());
        events.clear();
        inOrder.forEach(event -> events.put(event.position(), event));
        decisions.sort(order());
        commands.sort(order());
        ledger.sort(order());
        permits.sort(order());
        snapshots.sort(order());
        notifications.sort(order());
        events.values().forEach(this::indexEvent);
        decisions.forEach(decision -> indexDecision(extent, decision));
        commands.forEach(command -> commandsOf.computeIfAbsent(command.message().rerunId(), _ -> new ArrayList<>())
                .add(command));
        for (Logged<DispatchRecord> line : ledger) {
            if (line.message() instanceof RerunDispatch dispatch) {
                ledgerOf.computeIfAbsent(dispatch.rerunId(), _ -> new ArrayList<>()).add(line.as(dispatch));
            }
        }
        alertsOf.values().forEach(revisions -> revisions.sort(order()));
        jobsOf.values().forEach(entries -> entries.sort(order()));
    }

    Optional<Position> causeOf(Extent extent, DecisionRecord decision) {
        Cause cause = decision.cause();
        return cause.topic().isPresent() && cause.kafkaPartition().isPresent() && cause.offset().isPresent()
                ? extent.position(cause.topic().get(), cause.kafkaPartition().get(), cause.offset().get())
                : Optional.empty();
    }

    private void indexEvent(Logged<EventNote> event) {
        EventNote note = event.message();
        instances.add(note.instance());
        eventsOf.computeIfAbsent(note.instance(), _ -> new ArrayList<>()).add(event);
        if (note.aliasOf().isPresent() && note.attempt().isPresent()) {
            aliases.computeIfAbsent(note.instance(), _ -> new HashMap<>()).put(note.attempt().get().run(),
                    note.aliasOf().get());
        }
    }

    private void indexDecision(Extent extent, Logged<DecisionRecord> decision) {
        instances.add(decision.message().instance());
        decisionsOf.computeIfAbsent(decision.message().instance(), _ -> new ArrayList<>()).add(decision);
        causeOf(extent, decision.message()).ifPresent(cause -> {
            decisionsFor.computeIfAbsent(cause, _ -> new ArrayList<>()).add(decision);
            lastCause.merge(cause.place(), cause.offset(), Math::max);
        });
    }

    private static <T extends Object> Comparator<Logged<T>> order() {
        return Comparator.<Logged<T>>comparingInt(logged -> logged.position().kafkaPartition())
                .thenComparingLong(logged -> logged.position().offset());
    }
}
