// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.history.Position;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireType;

/** Writes what happens to one instance, as the protocol wants it. Each method is one step. */
final class Life {
    static final Duration SETTLE = Duration.ofSeconds(30);
    static final String RECEIVER = "oncall";
    private static final TargetSpec TARGET = new TargetSpec.Http("POST", "https://scheduler.example/runs", Map.of(),
            Optional.empty(),
            Optional.of("Idempotency-Key"), new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(),
                    Optional.empty()),
            Optional.empty(), Optional.empty(),
            new DispatchClass.Keyed(Duration.ofDays(30)), Duration.ofSeconds(10));

    private final Script script;
    private final InstanceId instance;
    private final Policy policy;
    private final Optional<DefinitionAnalysis> analysis;
    private final TargetSpec target;
    private final Map<AlertKey, Long> revisions = new HashMap<>();
    private final Map<AlertKey, Instant> firingSince = new HashMap<>();
    private final Set<AlertKey> open = new HashSet<>();
    private InstanceStatus status = InstanceStatus.RUNNING;
    private long generation;
    private long episode;
    private long epoch = -1;

    Life(Script script, InstanceId instance, Idempotency idempotency) {
        this(script, instance, policy(idempotency), Optional.empty());
    }

    Life(Script script, InstanceId instance, Policy policy, Optional<DefinitionAnalysis> analysis) {
        this.script = script;
        this.instance = instance;
        this.policy = policy;
        this.analysis = analysis;
        this.target = TARGET;
    }

    static Policy policy(Idempotency idempotency) {
        return new PolicyBuilder(Policy.DEFAULTS).version("v1").idempotency(idempotency).maxReruns(2)
                .settle(SETTLE).build();
    }

    InstanceId instance() {
        return instance;
    }

    long generation() {
        return generation;
    }

    long epoch() {
        return epoch;
    }

    void register() {
        script.write(Topics.JOBS, 0, instance.job().key(), "job", new JobDefinition(instance.job(), Optional.empty(),
                Map.of(), policy, Optional.of(target), analysis, script.now().minus(Duration.ofDays(1)),
                "test"));
    }

    Position started(String run) {
        return event(new RunStarted(instance.job(), instance.partition(), new RunId(run), 1, script.now(), "test",
                Optional.empty(), Optional.empty(), false));
    }

    Position succeeded(String run) {
        Position position = event(new RunSucceeded(instance.job(), instance.partition(), new RunId(run), 1,
                script.now(), "test", SuccessProof.OWNER));
        resolveAll(position, WireType.RUN_SUCCEEDED, Reason.RECOVERED);
        return position;
    }

    Position reportFailure(String run, RunPhase phase) {
        return event(new RunFailed(instance.job(), instance.partition(), new RunId(run), 1, script.now(), "test",
                FailureKind.FAILED, RetryOutlook.FINAL, phase, Optional.empty()));
    }

    /** A failure, and the wait that answers it; returns the rerun that is considered. */
    Proposal failed(String run) {
        return failed(run, RunPhase.MAY_HAVE_RUN);
    }

    Proposal failed(String run, RunPhase phase) {
        episode = Math.max(1, episode);
        Position position = reportFailure(run, phase);
        AttemptId attempt = new AttemptId(new RunId(run), 1);
        Proposal proposal = new Proposal(RerunId.ofFailure(instance, attempt),
                phase == RunPhase.NEVER_STARTED ? Reason.NEVER_STARTED : Reason.FINAL_FAILURE, Optional.of(attempt),
                script.now().plus(policy.maxAge()), Optional.empty(), Optional.empty(), Optional.empty());
        decide(cause(position, WireType.RUN_FAILED), id(position, 0), new Decision.Wait(Reason.SETTLING,
                WaitPurpose.SETTLE, Optional.of(script.now().plus(SETTLE)), Optional.of(proposal)));
        return proposal;
    }

    /** It could not run; its rerun waits for what it reads. */
    Proposal failedUpstream(String run) {
        episode = Math.max(1, episode);
        Position position = event(new RunUpstreamFailed(instance.job(), instance.partition(), new RunId(run), 1,
                script.now(), "test", Optional.empty()));
        AttemptId attempt = new AttemptId(new RunId(run), 1);
        Proposal proposal = new Proposal(RerunId.ofFailure(instance, attempt), Reason.UPSTREAM_RECOVERED,
                Optional.of(attempt), script.now().plus(policy.maxAge()), Optional.empty(), Optional.empty(),
                Optional.empty());
        decide(cause(position, WireType.RUN_UPSTREAM_FAILED), id(position, 0), new Decision.Wait(
                Reason.UPSTREAM_AWAITED, WaitPurpose.UPSTREAM, Optional.of(proposal.notAfter()),
                Optional.of(proposal)));
        return proposal;
    }

    /** Held for longer than the wait says: it is looked at again without a word. */
    void hold(Proposal proposal) {
        decide(new Cause("timer SETTLE", Optional.empty(), Optional.empty(), Optional.empty()),
                instance + "@HOLD@" + script.now().toEpochMilli() + "#0", new Decision.Wait(Reason.STORM_HELD,
                        WaitPurpose.ADMISSION, Optional.of(script.now().plus(Duration.ofMinutes(5))),
                        Optional.of(proposal)));
    }

    /** The answer of the target is lost. */
    void doubt(Proposal proposal) {
        Position position = ledger(proposal.rerunId(), new DispatchInDoubt(proposal.rerunId(), instance.job(),
                instance.partition(), generation, epoch, script.now(), "no answer",
                script.now().plus(Duration.ofSeconds(5))));
        decide(cause(position, WireType.DISPATCH_IN_DOUBT), id(position, 0), new Decision.Wait(Reason.RESEND_SAME_KEY,
                WaitPurpose.DISPATCH, Optional.of(script.now().plus(Duration.ofSeconds(5))), Optional.empty()));
    }

    /** The wait is over, the barrier is read back, the rerun is decided and commanded. */
    void rerun(Proposal proposal) {
        script.pass(SETTLE);
        decideWait(proposal, new Cause("timer SETTLE", Optional.empty(), Optional.empty(), Optional.empty()),
                instance + "@SETTLE@" + script.now().toEpochMilli() + "#0");
        confirm(proposal);
    }

    /** The barrier is read back, the rerun is decided and commanded. */
    void confirm(Proposal proposal) {
        Position barrier = event(new Barrier(instance.job(), instance.partition(), script.now(),
                proposal.rerunId() + "@" + script.now()));
        generation++;
        decide(cause(barrier, WireType.BARRIER), id(barrier, 0), new Decision.Rerun(proposal.reason(),
                proposal.rerunId(), generation, proposal.answers(), proposal.notAfter(), proposal.approval(),
                Map.of()));
        script.write(Topics.COMMANDS, instance, proposal.rerunId().value(), command(proposal));
    }

    StartRerun command(Proposal proposal) {
        return new StartRerun(proposal.rerunId(), instance.job(), instance.partition(), generation, proposal.reason(),
                proposal.answers(), target, Map.of(), script.now(), proposal.notAfter());
    }

    void takeOver() {
        int kafkaPartition = Script.home(instance);
        epoch = script.write(Topics.DISPATCHES, kafkaPartition, "takeover", "takeover",
                new Takeover(kafkaPartition, "runner-1", script.now())).offset();
    }

    Position intend(Proposal proposal) {
        return ledger(proposal.rerunId(), new DispatchIntent(proposal.rerunId(), instance.job(), instance.partition(),
                generation, epoch, script.now(), "0".repeat(64), proposal.notAfter()));
    }

    Position accept(Proposal proposal) {
        return ledger(proposal.rerunId(), new DispatchAccepted(proposal.rerunId(), instance.job(),
                instance.partition(), generation, epoch, script.now(), proposal.rerunId().asRun(), false));
    }

    /** The call was lost for good: a person is told. */
    void park(Proposal proposal) {
        Position position = ledger(proposal.rerunId(), new DispatchParked(proposal.rerunId(), instance.job(),
                instance.partition(), generation, epoch, script.now(), "no answer"));
        alert(cause(position, WireType.DISPATCH_PARKED), id(position, 0), Reason.IN_DOUBT);
    }

    Position ledger(RerunId rerunId, Record line) {
        return script.write(Topics.DISPATCHES, Script.home(instance), rerunId.value(), rerunId + "/" + script.now(),
                line);
    }

    /** Intent, call, answer, and the run as it begins. */
    void dispatch(Proposal proposal) {
        takeOver();
        intend(proposal);
        script.pass(Duration.ofSeconds(1));
        accept(proposal);
        script.pass(Duration.ofSeconds(1));
        started(proposal.rerunId().value());
    }

    Position request(String requestId, boolean force, boolean accept) {
        return event(new RerunRequested(instance.job(), instance.partition(), script.now(), requestId, "ann", "because",
                force, accept));
    }

    /** A person asks and the machine looks a last time; returns the rerun. */
    Proposal requested(String requestId, boolean force, boolean accept, String current) {
        Position position = request(requestId, force, accept);
        Proposal proposal = requestedProposal(requestId, accept, current);
        decideWait(proposal, cause(position, WireType.RERUN_REQUESTED), id(position, 0));
        return proposal;
    }

    Proposal requestedProposal(String requestId, boolean accept, String current) {
        return new Proposal(RerunId.ofRequest(instance, requestId), Reason.MANUAL,
                Optional.of(new AttemptId(new RunId(current), 1)), script.now().plus(policy.requestAge()),
                accept ? Optional.of(new Approval("ann", "because", script.now())) : Optional.empty(),
                Optional.of("ann"), Optional.empty());
    }

    /** A person approves what was proposed; returns the rerun with the approval. */
    Proposal approved(Proposal proposal) {
        Position position = event(new RerunApproved(instance.job(), instance.partition(), script.now(), "approve",
                "ann", "looked at it", proposal.rerunId()));
        Proposal allowed = new Proposal(proposal.rerunId(), Reason.APPROVED, proposal.answers(), proposal.notAfter(),
                Optional.of(new Approval("ann", "looked at it", script.now())), Optional.empty(), Optional.empty());
        decideWait(allowed, cause(position, WireType.RERUN_APPROVED), id(position, 0));
        return allowed;
    }

    /** A failure that is only told. */
    AlertKey failedAndTold(String run, Reason kind) {
        episode = Math.max(1, episode);
        Position position = reportFailure(run, RunPhase.MAY_HAVE_RUN);
        return alert(cause(position, WireType.RUN_FAILED), id(position, 0), kind);
    }

    AlertKey alert(Cause cause, String id, Reason kind) {
        AlertKey key = AlertKey.of(kind.name(), instance);
        decide(cause, id, new Decision.Alert(kind, key, Severity.CRITICAL, Optional.empty(), Optional.empty()));
        firingSince.put(key, script.now());
        open.add(key);
        writeAlert(new AlertFiring(key, revision(key), kind, Severity.CRITICAL, content(), script.now()));
        tell(key, Told.FIRING, DeliveryOutcome.SENT);
        return key;
    }

    void resolveAll(Position position, WireType type, Reason because) {
        int index = 0;
        for (AlertKey key : List.copyOf(open)) {
            decide(cause(position, type), id(position, index++), new Decision.Resolve(because, key));
            open.remove(key);
            writeAlert(new AlertResolved(key, revision(key), Reason.IN_DOUBT, Severity.CRITICAL, content(),
                    firingSince.get(key), script.now(), because));
            tell(key, Told.RESOLVED, DeliveryOutcome.SENT);
        }
    }

    void tell(AlertKey key, Told told, DeliveryOutcome outcome) {
        Notification notification = new Notification(key, RECEIVER, revisions.get(key), told, outcome, 1, script.now(),
                Optional.empty());
        script.write(Topics.NOTIFICATIONS, 0, notification.key(), "told/" + revisions.get(key) + outcome,
                notification);
    }

    /** A gated run asks; it bears its own name as process. */
    Position ask(Gate gate, String run, String requestId) {
        return event(new PermitRequested(instance.job(), instance.partition(), script.now(), requestId, gate,
                new RunId(run), 1, "process of " + run, "test", Optional.empty(), Optional.empty(),
                script.now().plusSeconds(30)));
    }

    /** A gated run asks and is let. */
    void pass(Gate gate, String run, String requestId, long of, long token) {
        Position asked = ask(gate, run, requestId);
        decide(cause(asked, WireType.PERMIT_REQUESTED), id(asked, 0), new Decision.Grant(Reason.PERMIT_GRANTED,
                requestId, gate, new AttemptId(new RunId(run), 1), "process of " + run, of, token));
        script.write(Topics.PERMITS, instance, requestId, new PermitGranted(requestId, instance.job(),
                instance.partition(), new RunId(run), 1, gate, of, token, script.now()));
    }

    /** A gated run asks and is not let. */
    void turnAway(Gate gate, String run, String requestId, Reason reason) {
        Position asked = ask(gate, run, requestId);
        decide(cause(asked, WireType.PERMIT_REQUESTED), id(asked, 0), new Decision.Refuse(reason, requestId, gate,
                new AttemptId(new RunId(run), 1), generation, Optional.empty()));
        script.write(Topics.PERMITS, instance, requestId, new PermitRefused(requestId, instance.job(),
                instance.partition(), new RunId(run), 1, gate, generation, reason, Optional.empty(), script.now()));
    }

    Position event(InstanceEvent event) {
        return script.write(Topics.EVENTS, instance,
                "event/" + instance + "/" + script.nextOffset(Topics.EVENTS, instance), (Record) event);
    }

    Position decide(Cause cause, String id, Decision decision) {
        return script.write(Topics.DECISIONS, instance, id, new DecisionRecord(instance.job(), instance.partition(),
                script.now(), decision, cause, policy.version(), generation, episode, Optional.empty(),
                status, status = after(decision), Optional.empty(), Optional.empty(), Optional.empty(),
                "what was known"));
    }

    Cause cause(Position position, WireType type) {
        return new Cause(type.schemaName(), Optional.of(position.topic().name(script.prefix())),
                Optional.of(position.kafkaPartition()), Optional.of(position.offset()));
    }

    private InstanceStatus after(Decision decision) {
        return switch (decision) {
            case Decision.Wait _ -> InstanceStatus.SETTLING;
            case Decision.Rerun _ -> InstanceStatus.INTENDED;
            case Decision.Alert _ -> InstanceStatus.GAVE_UP;
            case Decision.Resolve _ -> InstanceStatus.SUCCEEDED;
            case Decision.Suppress _,Decision.Withdraw _,Decision.Shadow _,Decision.Grant _,Decision.Refuse _ -> status;
        };
    }

    String id(Position position, int index) {
        return "event/" + instance + "/" + position.topic() + "/" + position.offset() + "#" + index;
    }

    private void decideWait(Proposal proposal, Cause cause, String id) {
        decide(cause, id, new Decision.Wait(Reason.BARRIER_PENDING, WaitPurpose.BARRIER,
                Optional.of(script.now().plus(Duration.ofMinutes(1))), Optional.of(proposal)));
    }

    private void writeAlert(Alert alert) {
        script.write(Topics.ALERTS, 1, alert.alertKey().value(), alert.alertKey() + "@" + alert.revision(),
                (Record) alert);
    }

    private AlertContent content() {
        return new AlertContent(instance.job(), instance.partition(), episode, Optional.empty(), Optional.empty(),
                Map.of(), "summary", "description", Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    private long revision(AlertKey key) {
        return revisions.merge(key, 1L, Long::sum);
    }
}
