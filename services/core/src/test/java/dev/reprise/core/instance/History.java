// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.ReconciledState;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Policy;

/** One instance in virtual time: moves are fed, due timers fire, barriers come back at once. */
final class History {
    static final InstanceId INSTANCE = new InstanceId(new JobId("warehouse", "daily"),
            new PartitionKey("ds=2026-11-28"));
    static final InstanceId UPSTREAM = new InstanceId(new JobId("warehouse", "orders"), INSTANCE.partition());
    private static final int MOST_TIMERS = 5000;
    static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

    /** A move: what happens, to which run and attempt, after how many seconds. */
    record Move(What what, int run, int attempt, int seconds) {}

    enum What {
        STARTED, HEARTBEAT, SUCCEEDED, OBSERVED_SUCCESS, FAILED, FAILED_FINAL, FAILED_WILL_RETRY, NEVER_STARTED, LOST, KILLED, SKIPPED, CLEARED, COMMITTED, ANSWER_RUNNING, ANSWER_SUCCESS, ANSWER_GONE, ANSWER_UNKNOWN, REQUESTED, FORCED, APPROVED, REJECTED, ACCEPTED, REFUSED, PARKED, UPSTREAM_FAILED, ADMITTED, HELD, RECOVERED, REWRITTEN, ASK_START, ASK_COMMIT, TWIN_ASKS_START, TWIN_ASKS_COMMIT
    }

    final List<InstanceFact> facts = new ArrayList<>();
    final List<Decision> decisions = new ArrayList<>();
    final List<InstanceState> states = new ArrayList<>();
    final List<Outgoing> told = new ArrayList<>();
    private JobView.Known job;
    private Optional<InstanceEvent> last = Optional.empty();
    private InstanceState state = InstanceState.initial(INSTANCE);
    private Instant now = START;
    private boolean barriersStay;

    History(Policy policy) {
        this(new JobView.Known(policy, true, Optional.empty(), Diagnosing.NOTHING, List.of(),
                policy.cascade().dependsOn(), List.of()));
    }

    History(JobView.Known job) {
        this.job = job;
    }

    /** From now on something else is in force. */
    void become(JobView.Known next) {
        job = next;
    }

    JobView.Known job() {
        return job;
    }

    static History of(Policy policy, List<Move> moves) {
        History history = new History(policy);
        moves.forEach(history::play);
        history.pass(Duration.ofHours(2));
        return history;
    }

    void play(Move move) {
        pass(Duration.ofSeconds(move.seconds()));
        switch (move.what()) {
            case ACCEPTED, REFUSED, PARKED -> dispatch(move.what());
            default -> {
                InstanceEvent event = event(move);
                last = Optional.of(event);
                observe(event);
            }
        }
    }

    /** The same move again, at the same time: the very same event where it was one. */
    void repeat(Move move) {
        switch (move.what()) {
            case ACCEPTED, REFUSED, PARKED -> dispatch(move.what());
            default -> observe(last.orElseThrow());
        }
    }

    void observe(InstanceEvent event) {
        step(new InstanceFact.Observed(event, now, now));
        confirm();
    }

    /** The log is read again: events come with their own times, and barriers among them. */
    void readAgain(List<InstanceFact> log) {
        log.stream().filter(InstanceFact.Observed.class::isInstance).map(InstanceFact.Observed.class::cast)
                .forEach(read -> {
                    step(new InstanceFact.Observed(read.event(), read.position(), read.appendedAt(), now));
                    confirm();
                });
    }

    /** Time passes until nothing is waited for, or only what never comes. */
    void passUntilForgotten() {
        pass(Duration.ofDays(400));
    }

    void pass(Duration time) {
        Instant until = now.plus(time);
        for (int fired = 0; fired < MOST_TIMERS; fired++) {
            Optional<Timers.Timer> due = Timers.of(state, job).filter(timer -> !timer.due().isAfter(until));
            if (due.isEmpty()) {
                now = until;
                return;
            }
            now = due.get().due().isAfter(now) ? due.get().due() : now;
            step(new InstanceFact.TimerFired(due.get().purpose(), due.get().due(), now));
            confirm();
        }
        throw new AssertionError("timers fire without end in " + state);
    }

    InstanceState state() {
        return state;
    }

    Instant now() {
        return now;
    }

    List<Decision.Rerun> reruns() {
        return decisions.stream().filter(Decision.Rerun.class::isInstance).map(Decision.Rerun.class::cast).toList();
    }

    /** From now on barriers are written and not read back. */
    void holdBarriers() {
        barriersStay = true;
    }

    /** The barrier that was written last is read back, as are all that come. */
    void releaseBarriers() {
        barriersStay = false;
        states.reversed().stream().map(InstanceState::phase).filter(Phase.Confirming.class::isInstance)
                .map(Phase.Confirming.class::cast).findFirst().ifPresent(this::readBack);
    }

    private void confirm() {
        if (state.phase() instanceof Phase.Confirming confirming && !barriersStay) {
            readBack(confirming);
        }
    }

    private void readBack(Phase.Confirming confirming) {
        step(new InstanceFact.Observed(
                new Barrier(INSTANCE.job(), INSTANCE.partition(), now, confirming.nonce()), now, now));
    }

    private void step(InstanceFact.Input input) {
        Step step = InstanceMachine.step(state, input, job);
        told.addAll(Effects.of(state, input, step.next(), job));
        facts.addAll(step.facts());
        decisions.addAll(step.decisions());
        state = step.next();
        states.add(state);
    }

    /** The runner reports. */
    void dispatch(RerunDispatch dispatch) {
        step(new InstanceFact.Dispatched(dispatch, now));
    }

    private void dispatch(What what) {
        RerunId id = state.claim().map(Claim::rerunId).orElse(RerunId.ofRequest(INSTANCE, "nothing"));
        long generation = Math.max(1, state.generation());
        step(new InstanceFact.Dispatched(switch (what) {
            case ACCEPTED -> new DispatchAccepted(
                    id, INSTANCE.job(), INSTANCE.partition(), generation, 1, now, id.asRun(), false);
            case REFUSED -> new DispatchRejected(
                    id, INSTANCE.job(), INSTANCE.partition(), generation, 1, now, false, "refused");
            default -> new DispatchParked(id, INSTANCE.job(), INSTANCE.partition(), generation, 1, now, "no answer");
        }, now));
    }

    /** Run 0 is the newest rerun of ours, where there is one; others are foreign. */
    private RunId run(int number) {
        return number == 0 && state.claim().isPresent()
                ? state.claim().get().rerunId().asRun()
                : new RunId("run-" + number);
    }

    private InstanceEvent event(Move move) {
        JobId name = INSTANCE.job();
        PartitionKey partition = INSTANCE.partition();
        RunId run = run(move.run());
        int attempt = move.attempt();
        Optional<RerunId> proposal = state.phase() instanceof Phase.AwaitingApproval waiting
                ? Optional.of(waiting.proposal().rerunId())
                : Optional.empty();
        RerunId proposed = proposal.orElse(RerunId.ofRequest(INSTANCE, "nothing"));
        String request = move.what() + "-" + move.run() + "-" + move.attempt();
        return switch (move.what()) {
            case STARTED -> new RunStarted(
                    name, partition, run, attempt, now, "test", Optional.empty(), Optional.empty(), false);
            case HEARTBEAT -> new RunHeartbeat(name, partition, run, attempt, now, "test");
            case SUCCEEDED -> new RunSucceeded(name, partition, run, attempt, now, "test", SuccessProof.OWNER);
            case OBSERVED_SUCCESS ->
                new RunSucceeded(name, partition, run, attempt, now, "test", SuccessProof.OBSERVER);
            case FAILED -> failed(run, attempt, RetryOutlook.UNSTATED, RunPhase.MAY_HAVE_RUN);
            case FAILED_FINAL -> failed(run, attempt, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN);
            case FAILED_WILL_RETRY -> failed(run, attempt, RetryOutlook.WILL_RETRY, RunPhase.MAY_HAVE_RUN);
            case NEVER_STARTED -> failed(run, attempt, RetryOutlook.FINAL, RunPhase.NEVER_STARTED);
            case LOST -> new RunLost(name, partition, run, attempt, now, "test", RetryOutlook.UNSTATED,
                    RunPhase.MAY_HAVE_RUN, Optional.empty());
            case KILLED -> new RunKilled(name, partition, run, attempt, now, "test",
                    attempt == 1 ? KilledBy.USER : KilledBy.UNKNOWN, Optional.empty());
            case SKIPPED -> new RunSkipped(name, partition, run, attempt, now, "test");
            case CLEARED -> new RunCleared(name, partition, run, attempt, now, "test", Optional.empty());
            case COMMITTED -> new OutputCommitted(name, partition, run, attempt, now, "test");
            case ANSWER_RUNNING ->
                new RunReconciled(name, partition, run, attempt, now, "test", ReconciledState.RUNNING);
            case ANSWER_SUCCESS ->
                new RunReconciled(name, partition, run, attempt, now, "test", ReconciledState.SUCCESS);
            case ANSWER_GONE -> new RunReconciled(name, partition, run, attempt, now, "test", ReconciledState.GONE);
            case ANSWER_UNKNOWN ->
                new RunReconciled(name, partition, run, attempt, now, "test", ReconciledState.UNKNOWN);
            case REQUESTED ->
                new RerunRequested(name, partition, now, request, "li", "asked", false, attempt == 2, move.run() == 2);
            case FORCED ->
                new RerunRequested(name, partition, now, request, "li", "asked", true, attempt == 2, move.run() == 2);
            case APPROVED -> new RerunApproved(name, partition, now, request, "wang", "checked", proposed);
            case REJECTED -> new RerunRejected(name, partition, now, request, "wang", "no", proposed);
            case UPSTREAM_FAILED ->
                new RunUpstreamFailed(name, partition, run, attempt, now, "test", Optional.empty());
            case ADMITTED -> ruled(AdmissionRuling.ADMITTED, Optional.empty(), false);
            case HELD -> ruled(AdmissionRuling.HELD, Optional.of(Reason.STORM_HELD), attempt == 2);
            case RECOVERED -> new UpstreamRecovered(name, partition, now, UPSTREAM.job(), UPSTREAM.partition());
            case REWRITTEN ->
                new UpstreamRewritten(name, partition, now, UPSTREAM.job(), UPSTREAM.partition(),
                        attempt == 2 ? Optional.of(new CascadeOrder("li", "corrected", false)) : Optional.empty(),
                        move.run());
            case ASK_START -> asks(Gate.START, run, attempt, "process");
            case ASK_COMMIT -> asks(Gate.COMMIT, run, attempt, "process");
            case TWIN_ASKS_START -> asks(Gate.START, run, attempt, "twin");
            case TWIN_ASKS_COMMIT -> asks(Gate.COMMIT, run, attempt, "twin");
            case ACCEPTED, REFUSED, PARKED -> throw new IllegalStateException("not an event");
        };
    }

    /** The group's answer to the rerun that is considered. */
    AdmissionRuled ruled(AdmissionRuling ruling, Optional<Reason> reason, boolean opened) {
        RerunId asked = state.ask().map(Ask::rerunId).orElse(RerunId.ofRequest(INSTANCE, "nothing"));
        boolean slot = state.ask().map(Ask::slot).orElse(false);
        return new AdmissionRuled(INSTANCE.job(), INSTANCE.partition(), now, asked, slot, ruling, reason, opened,
                "warehouse",
                "", Optional.empty());
    }

    /** Each process of a run and attempt asks in its own name; each question has an identity of its own. */
    PermitRequested asks(Gate gate, RunId run, int attempt, String process) {
        String asker = process + " of " + run + "#" + attempt;
        return new PermitRequested(INSTANCE.job(), INSTANCE.partition(), now, gate + " " + asker + " " + now, gate, run,
                attempt, asker, "test", Optional.empty(), Optional.empty(), now.plusSeconds(30));
    }

    private RunFailed failed(RunId run, int attempt, RetryOutlook retry, RunPhase phase) {
        return new RunFailed(INSTANCE.job(), INSTANCE.partition(), run, attempt, now, "test", FailureKind.FAILED, retry,
                phase,
                Optional.empty());
    }
}
