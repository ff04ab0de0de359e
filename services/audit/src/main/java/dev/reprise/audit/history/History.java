// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.topic.Topics;

/**
 * All that the topics held when they were read, with the indexes that the invariants ask by. Does not change. Lists are in
 * the order of Kafka partition and offset.
 *
 * <p>Memory: one note for each record, about 300 bytes for an event and 2 KB for a decision or command; bodies of failures,
 * alerts and dead letters are not kept.
 */
public final class History {
    private final Extent extent;
    private final Notes notes;
    private final Optional<Journal> journal;

    History(Extent extent, Notes notes, Optional<Journal> journal) {
        this.extent = extent;
        this.notes = notes;
        this.journal = journal;
    }

    /** The same history beside the journal of a target. */
    public History with(Journal kept) {
        return new History(extent, notes, Optional.of(kept));
    }

    /** What was read. */
    public Extent extent() {
        return extent;
    }

    /** The journal of a target, where one was given. */
    public Optional<Journal> journal() {
        return journal;
    }

    /** Every instance that an event or a decision names. */
    public Collection<InstanceId> instances() {
        return notes.instances;
    }

    /** The events of an instance. */
    public List<Logged<EventNote>> events(InstanceId instance) {
        return notes.eventsOf.getOrDefault(instance, List.of());
    }

    /** The usable events of all instances. */
    public Collection<Logged<EventNote>> events() {
        return notes.events.values();
    }

    /** The event at a position. */
    public Optional<Logged<EventNote>> event(Position position) {
        return Optional.ofNullable(notes.events.get(position));
    }

    /** The failures reported of an attempt, under whichever name of its run. */
    public List<Logged<EventNote>> failuresOf(InstanceId instance, AttemptId attempt) {
        return events(instance).stream().filter(event -> event.message().what().fails())
                .filter(event -> event.message().attempt().map(told -> resolve(instance, told)).equals(
                        Optional.of(resolve(instance, attempt))))
                .toList();
    }

    /** When an event happened: a sender's clock may not run ahead of the broker's. */
    public static Instant happenedAt(Logged<EventNote> event) {
        return event.message().at().isBefore(event.appendedAt()) ? event.message().at() : event.appendedAt();
    }

    /** The attempt by the first name of its run. */
    public AttemptId resolve(InstanceId instance, AttemptId attempt) {
        RunId first = notes.aliases.getOrDefault(instance, Map.of()).get(attempt.run());
        return first == null ? attempt : new AttemptId(first, attempt.number());
    }

    /** All decisions. */
    public List<Logged<DecisionRecord>> decisions() {
        return notes.decisions;
    }

    /** The decisions about an instance. */
    public List<Logged<DecisionRecord>> decisions(InstanceId instance) {
        return notes.decisionsOf.getOrDefault(instance, List.of());
    }

    /** The decisions that name a record as their cause. */
    public List<Logged<DecisionRecord>> decisionsFor(Position cause) {
        return notes.decisionsFor.getOrDefault(cause, List.of());
    }

    /** The position of the record that a decision answers; absent for a timer. */
    public Optional<Position> causeOf(DecisionRecord decision) {
        return notes.causeOf(extent, decision);
    }

    /** All commands. */
    public List<Logged<RunnerCommand>> commands() {
        return notes.commands;
    }

    /** The commands about a rerun. */
    public List<Logged<RunnerCommand>> commands(RerunId rerunId) {
        return notes.commandsOf.getOrDefault(rerunId, List.of());
    }

    /** All of the ledger. */
    public List<Logged<DispatchRecord>> ledger() {
        return notes.ledger;
    }

    /** What the ledger says of a rerun. */
    public List<Logged<RerunDispatch>> ledger(RerunId rerunId) {
        return notes.ledgerOf.getOrDefault(rerunId, List.of());
    }

    /** What is left of the life of each alert. */
    public Map<AlertKey, List<Logged<AlertNote>>> alerts() {
        return notes.alertsOf;
    }

    /** What is left of the notification log. */
    public List<Logged<Notification>> notifications() {
        return notes.notifications;
    }

    /** The last page for each receiver and each alert or group, by its key. */
    public Map<String, Logged<Page>> pages() {
        return notes.pages;
    }

    /** What is left of a job's entries in the registry. */
    public List<Logged<JobDefinition>> jobs(JobId job) {
        return notes.jobsOf.getOrDefault(job, List.of());
    }

    /** What is left of what events showed of a job, in no order. */
    public List<JobLineage> lineage(JobId job) {
        return notes.lineageOf.getOrDefault(job, List.of());
    }

    /** Whether a job was taken out of the registry at some time. */
    public boolean wasRemoved(JobId job) {
        return notes.removedJobs.contains(job.key());
    }

    /** The policy of that version, where the registry still has it. */
    public Optional<Policy> policy(JobId job, String version) {
        return jobs(job).stream().map(entry -> entry.message().policy())
                .filter(policy -> policy.version().equals(version)).findFirst();
    }

    /** What gated runs were answered. */
    public List<Logged<Permit>> permits() {
        return notes.permits;
    }

    /** The public states, by the record that holds them. */
    public List<Logged<InstanceSnapshot>> snapshots() {
        return notes.snapshots;
    }

    /** What could not be used. */
    public List<Unusable> unusable() {
        return notes.unusable;
    }

    /** What was put aside from a position. */
    public List<DeadLetterNote> deadLetters(Position origin) {
        return notes.deadLettersOf.getOrDefault(origin, List.of());
    }

    /** Before which offset the coordinator had certainly decided everything: as committed, else as its decisions show. */
    public long decidedUpTo(Place place) {
        OptionalLong committed = extent.dealtWith(Party.COORDINATOR, place);
        return committed.isPresent() ? committed.getAsLong() : notes.lastCause.getOrDefault(place, -1L) + 1;
    }

    /** The highest offset that a decision names as its cause; below 0 where there is none. */
    public long lastCause(Place place) {
        return notes.lastCause.getOrDefault(place, -1L);
    }

    /** How long ago something was when the reading began. */
    public Duration ago(Instant at) {
        return Duration.between(at, extent.readAt());
    }

    /**
     * Whether something is so young that its other half, written in the same transaction to another topic, may not have
     * been visible yet.
     */
    public boolean isFresh(Instant at) {
        return ago(at).compareTo(Slack.CLOCKS) < 0;
    }

    /** The place of an instance in a topic. */
    public Place home(Topics topic, InstanceId instance) {
        return new Place(topic, Routing.home(instance.key(), Math.max(1, extent.kafkaPartitions(topic))));
    }
}
