// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.RunNoted;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;
import dev.reprise.schemas.routing.Routing;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/**
 * Every type of message: its CloudEvents type with the major version, its record, its schema file, its topic. A breaking
 * change is a new line here, never a changed one.
 */
public enum WireType {
    /** See {@link RunStarted}. */
    RUN_STARTED("dev.reprise.run.started.v1", RunStarted.class, Topics.EVENTS),
    /** See {@link RunHeartbeat}. */
    RUN_HEARTBEAT("dev.reprise.run.heartbeat.v1", RunHeartbeat.class, Topics.EVENTS),
    /** See {@link RunSucceeded}. */
    RUN_SUCCEEDED("dev.reprise.run.succeeded.v1", RunSucceeded.class, Topics.EVENTS),
    /** See {@link RunFailed}. */
    RUN_FAILED("dev.reprise.run.failed.v1", RunFailed.class, Topics.EVENTS),
    /** See {@link RunLost}. */
    RUN_LOST("dev.reprise.run.lost.v1", RunLost.class, Topics.EVENTS),
    /** See {@link RunKilled}. */
    RUN_KILLED("dev.reprise.run.killed.v1", RunKilled.class, Topics.EVENTS),
    /** See {@link RunSkipped}. */
    RUN_SKIPPED("dev.reprise.run.skipped.v1", RunSkipped.class, Topics.EVENTS),
    /** See {@link RunUpstreamFailed}. */
    RUN_UPSTREAM_FAILED("dev.reprise.run.upstream-failed.v1", RunUpstreamFailed.class, Topics.EVENTS),
    /** See {@link RunCleared}. */
    RUN_CLEARED("dev.reprise.run.cleared.v1", RunCleared.class, Topics.EVENTS),
    /** See {@link RunReconciled}. */
    RUN_RECONCILED("dev.reprise.run.reconciled.v1", RunReconciled.class, Topics.EVENTS),
    /** See {@link RunStateUnknown}. */
    RUN_STATE_UNKNOWN("dev.reprise.run.state-unknown.v1", RunStateUnknown.class, Topics.EVENTS),
    /** See {@link OutputCommitted}. */
    OUTPUT_COMMITTED("dev.reprise.run.output-committed.v1", OutputCommitted.class, Topics.EVENTS),
    /** See {@link DeadlineReported}. */
    DEADLINE_REPORTED("dev.reprise.run.deadline-reported.v1", DeadlineReported.class, Topics.EVENTS),
    /** See {@link RerunRequested}. */
    RERUN_REQUESTED("dev.reprise.rerun.requested.v1", RerunRequested.class, Topics.EVENTS),
    /** See {@link RerunApproved}. */
    RERUN_APPROVED("dev.reprise.rerun.approved.v1", RerunApproved.class, Topics.EVENTS),
    /** See {@link RerunRejected}. */
    RERUN_REJECTED("dev.reprise.rerun.rejected.v1", RerunRejected.class, Topics.EVENTS),
    /** See {@link PermitRequested}. */
    PERMIT_REQUESTED("dev.reprise.permit.requested.v1", PermitRequested.class, Topics.EVENTS),
    /** See {@link Barrier}. */
    BARRIER("dev.reprise.barrier.v1", Barrier.class, Topics.EVENTS),
    /** See {@link AdmissionRuled}. */
    ADMISSION_RULED("dev.reprise.admission.ruled.v1", AdmissionRuled.class, Topics.EVENTS),
    /** See {@link StormEnded}. */
    STORM_ENDED("dev.reprise.storm.ended.v1", StormEnded.class, Topics.EVENTS),
    /** See {@link UpstreamAwaited}. */
    UPSTREAM_AWAITED("dev.reprise.upstream.awaited.v1", UpstreamAwaited.class, Topics.EVENTS),
    /** See {@link UpstreamRecovered}. */
    UPSTREAM_RECOVERED("dev.reprise.upstream.recovered.v1", UpstreamRecovered.class, Topics.EVENTS),
    /** See {@link UpstreamRewritten}. */
    UPSTREAM_REWRITTEN("dev.reprise.upstream.rewritten.v1", UpstreamRewritten.class, Topics.EVENTS),
    /** See {@link AdmissionAsked}. */
    ADMISSION_ASKED("dev.reprise.admission.asked.v1", AdmissionAsked.class, Topics.ADMISSIONS),
    /** See {@link AdmissionSettled}. */
    ADMISSION_SETTLED("dev.reprise.admission.settled.v1", AdmissionSettled.class, Topics.ADMISSIONS),
    /** See {@link RunNoted}. */
    RUN_NOTED("dev.reprise.admission.run-noted.v1", RunNoted.class, Topics.ADMISSIONS),
    /** See {@link StormControlled}. */
    STORM_CONTROLLED("dev.reprise.storm.controlled.v1", StormControlled.class, Topics.ADMISSIONS),
    /** See {@link StormSnapshot}. */
    STORM("dev.reprise.storm.v1", StormSnapshot.class, Topics.STORMS),
    /** See {@link Control}. */
    CONTROL("dev.reprise.control.v1", Control.class, Topics.CONTROLS),
    /** See {@link Routing}. */
    ROUTING("dev.reprise.routing.v1", Routing.class, Topics.ROUTING),
    /** See {@link JobLineage}. */
    LINEAGE("dev.reprise.lineage.v1", JobLineage.class, Topics.LINEAGE),
    /** See {@link JobDefinition}. */
    JOB("dev.reprise.job.v1", JobDefinition.class, Topics.JOBS),
    /** See {@link StartRerun}. */
    START_RERUN("dev.reprise.command.start-rerun.v1", StartRerun.class, Topics.COMMANDS),
    /** See {@link CancelRerun}. */
    CANCEL_RERUN("dev.reprise.command.cancel-rerun.v1", CancelRerun.class, Topics.COMMANDS),
    /** See {@link Takeover}. */
    TAKEOVER("dev.reprise.dispatch.takeover.v1", Takeover.class, Topics.DISPATCHES),
    /** See {@link DispatchIntent}. */
    DISPATCH_INTENT("dev.reprise.dispatch.intent.v1", DispatchIntent.class, Topics.DISPATCHES),
    /** See {@link DispatchInDoubt}. */
    DISPATCH_IN_DOUBT("dev.reprise.dispatch.in-doubt.v1", DispatchInDoubt.class, Topics.DISPATCHES),
    /** See {@link DispatchAccepted}. */
    DISPATCH_ACCEPTED("dev.reprise.dispatch.accepted.v1", DispatchAccepted.class, Topics.DISPATCHES),
    /** See {@link DispatchCancelled}. */
    DISPATCH_CANCELLED("dev.reprise.dispatch.cancelled.v1", DispatchCancelled.class, Topics.DISPATCHES),
    /** See {@link DispatchExpired}. */
    DISPATCH_EXPIRED("dev.reprise.dispatch.expired.v1", DispatchExpired.class, Topics.DISPATCHES),
    /** See {@link DispatchRejected}. */
    DISPATCH_REJECTED("dev.reprise.dispatch.rejected.v1", DispatchRejected.class, Topics.DISPATCHES),
    /** See {@link DispatchParked}. */
    DISPATCH_PARKED("dev.reprise.dispatch.parked.v1", DispatchParked.class, Topics.DISPATCHES),
    /** See {@link DecisionRecord}. */
    DECISION("dev.reprise.decision.v1", DecisionRecord.class, Topics.DECISIONS),
    /** See {@link PermitGranted}. */
    PERMIT_GRANTED("dev.reprise.permit.granted.v1", PermitGranted.class, Topics.PERMITS),
    /** See {@link PermitRefused}. */
    PERMIT_REFUSED("dev.reprise.permit.refused.v1", PermitRefused.class, Topics.PERMITS),
    /** See {@link InstanceSnapshot}. */
    INSTANCE("dev.reprise.instance.v1", InstanceSnapshot.class, Topics.INSTANCES),
    /** See {@link AlertFiring}. */
    ALERT_FIRING("dev.reprise.alert.firing.v1", AlertFiring.class, Topics.ALERTS),
    /** See {@link AlertAcked}. */
    ALERT_ACKED("dev.reprise.alert.acked.v1", AlertAcked.class, Topics.ALERTS),
    /** See {@link AlertResolved}. */
    ALERT_RESOLVED("dev.reprise.alert.resolved.v1", AlertResolved.class, Topics.ALERTS),
    /** See {@link Acknowledgement}. */
    ACKNOWLEDGEMENT("dev.reprise.acknowledgement.v1", Acknowledgement.class, Topics.ACKNOWLEDGEMENTS),
    /** See {@link Silence}. */
    SILENCE("dev.reprise.silence.v1", Silence.class, Topics.SILENCES),
    /** See {@link SubscriptionRule}. */
    SUBSCRIPTION("dev.reprise.subscription.v1", SubscriptionRule.class, Topics.SUBSCRIPTIONS),
    /** See {@link Page}. */
    PAGE("dev.reprise.page.v1", Page.class, Topics.PAGES),
    /** See {@link Notification}. */
    NOTIFICATION("dev.reprise.notification.v1", Notification.class, Topics.NOTIFICATIONS),
    /** See {@link AuditEntry}. */
    AUDIT("dev.reprise.audit.v1", AuditEntry.class, Topics.AUDIT);

    private static final Map<String, WireType> BY_CE_TYPE = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(WireType::ceType, Function.identity()));
    private static final Map<Class<?>, WireType> BY_RECORD = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(WireType::recordClass, Function.identity()));

    private final String ceType;
    private final Class<? extends Record> recordClass;
    private final Topics topic;

    WireType(String ceType, Class<? extends Record> recordClass, Topics topic) {
        this.ceType = ceType;
        this.recordClass = recordClass;
        this.topic = topic;
    }

    /** The CloudEvents {@code type} attribute. */
    public String ceType() {
        return ceType;
    }

    /** The record that holds the data. */
    public Class<? extends Record> recordClass() {
        return recordClass;
    }

    /** Where such messages live. */
    public Topics topic() {
        return topic;
    }

    /** The name of its schema file and of its samples, without extension: {@code run.failed.v1}. */
    public String schemaName() {
        return ceType.substring("dev.reprise.".length());
    }

    /** Where its JSON Schema is on the class path. */
    public String schemaResource() {
        return "/dev/reprise/schemas/json/" + schemaName() + ".json";
    }

    /** The identity of its JSON Schema: a name, which nothing need be served under. */
    public String schemaId() {
        return "https://reprise.dev/schemas/" + schemaName() + ".json";
    }

    /** The type with that CloudEvents attribute. */
    public static Optional<WireType> ofCeType(String ceType) {
        return Optional.ofNullable(BY_CE_TYPE.get(ceType));
    }

    /** All CloudEvents types of the contract. */
    public static Set<String> ceTypes() {
        return BY_CE_TYPE.keySet();
    }

    /**
     * The type of a record.
     *
     * @throws IllegalArgumentException when the record is no message of the contract
     */
    public static WireType of(Record message) {
        WireType type = BY_RECORD.get(message.getClass());
        if (type == null) {
            throw new IllegalArgumentException(message.getClass().getName() + " is no message of the contract");
        }
        return type;
    }
}
