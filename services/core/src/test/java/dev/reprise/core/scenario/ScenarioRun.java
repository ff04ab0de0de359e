// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.scenario;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

import dev.reprise.core.instance.Claim;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Phase;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.core.scenario.Scenario.Answer;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.ReconciledState;
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
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * Runs one scenario in virtual time. Scenarios name a rerun {@code rr:job:partition:run:attempt}; the run maps such
 * names onto ours. The barrier costs no time. The decisions that only the product makes are left out.
 */
final class ScenarioRun {
    private static final Set<Reason> PRODUCT_ONLY = Set.of(Reason.BARRIER_PENDING, Reason.RECONCILE_UNANSWERED,
            Reason.RERUN_UNCONFIRMED);
    private final Scenario scenario;
    private final Map<InstanceId, InstanceState> states = new HashMap<>();
    private final Map<String, String> ourNames = new HashMap<>();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Decision.Rerun> reruns = new ArrayList<>();
    private String asked = "-";
    private int askedAttempt;

    ScenarioRun(Scenario scenario) {
        this.scenario = scenario;
    }

    List<Answer> run() {
        long end = 0;
        for (int i = 0; i < scenario.events().size(); i++) {
            JsonNode event = scenario.events().get(i);
            long t = event.path("t").asLong();
            advance(t);
            feed(event, t, Integer.toString(i));
            end = Math.max(end, t);
        }
        advance(end + scenario.runOn());
        return answers;
    }

    List<Decision.Rerun> reruns() {
        return reruns;
    }

    private void advance(long t) {
        Instant now = Instant.ofEpochSecond(t);
        while (true) {
            record Due(InstanceId instance, Timers.Timer timer) {}
            Optional<Due> next = states.values().stream()
                    .flatMap(state -> Timers.of(state, view(state.instance())).stream()
                            .map(timer -> new Due(state.instance(), timer)))
                    .filter(due -> !due.timer().due().isAfter(now))
                    .min(Comparator.comparing((Due due) -> due.timer().due())
                            .thenComparing(due -> due.instance().key()));
            if (next.isEmpty()) {
                return;
            }
            Timers.Timer timer = next.get().timer();
            step(next.get().instance(), new InstanceFact.TimerFired(timer.purpose(), timer.due(), timer.due()), "timer",
                    timer.due().getEpochSecond());
        }
    }

    private void feed(JsonNode event, long t, String on) {
        String type = event.path("type").asString();
        if (type.equals("CLOCK") || type.equals("COORDINATOR_REPLAY")) {
            return;
        }
        if (type.equals("MALFORMED") || !event.has("job") || !event.has("partition")) {
            answers.add(new Answer(t, on, "alert", "MALFORMED_TO_DLQ"));
            return;
        }
        InstanceId instance = new InstanceId(new JobId("test", event.path("job").asString()), partition(event));
        if (type.startsWith("DISPATCH_") || type.equals("RUNNER_CRASH")) {
            dispatch(instance, event, type, t, on);
            return;
        }
        Instant append = Instant.ofEpochSecond(event.path("append_time").asLong(t));
        Instant at = event.has("event_time") ? Instant.ofEpochSecond(event.path("event_time").asLong()) : append;
        step(instance, new InstanceFact.Observed(translate(instance, event, type, at, append), append,
                Instant.ofEpochSecond(t)), on, t);
    }

    private PartitionKey partition(JsonNode event) {
        String partition = event.path("partition").asString();
        boolean day = scenario.setting(event.path("job").asString(), "partition_norm").asString("").equals("day");
        return new PartitionKey(day && partition.length() > 10 ? partition.substring(0, 10) : partition);
    }

    private void dispatch(InstanceId instance, JsonNode event, String type, long t, String on) {
        InstanceState state = states.getOrDefault(instance, InstanceState.initial(instance));
        Optional<Claim> claim = state.claim();
        boolean open = claim.isPresent() && state.phase() instanceof Phase.Claimed;
        if (open && event.path("before_intent").asBoolean(false)) {
            answers.add(new Answer(t, on, "wait", "REDELIVERED"));
            return;
        }
        Instant now = Instant.ofEpochSecond(t);
        RerunId id = claim.map(Claim::rerunId).orElse(RerunId.ofRequest(instance, "nothing"));
        long generation = claim.map(Claim::generation).orElse(1L);
        JobId job = instance.job();
        PartitionKey partition = instance.partition();
        RerunDispatch record = switch (type) {
            case "DISPATCH_OK" -> new DispatchAccepted(id, job, partition, generation, 1, now, id.asRun(), false);
            case "DISPATCH_CONFLICT" -> event.path("own").asBoolean(false)
                    ? new DispatchAccepted(id, job, partition, generation, 1, now, id.asRun(), true)
                    : new DispatchRejected(id, job, partition, generation, 1, now, true, "conflict");
            case "DISPATCH_REJECTED" ->
                new DispatchRejected(id, job, partition, generation, 1, now, false, "rejected");
            default -> mayResend(instance, claim, t)
                    ? new DispatchInDoubt(id, job, partition, generation, 1, now, "no answer", now.plusSeconds(1))
                    : new DispatchParked(id, job, partition, generation, 1, now, "no answer");
        };
        step(instance, new InstanceFact.Dispatched(record, now), on, t);
    }

    private boolean mayResend(InstanceId instance, Optional<Claim> claim, long t) {
        String job = instance.job().name();
        long life = Math.min(scenario.seconds(job, "max_age", 3600), scenario.seconds(job, "key_horizon", 86400) / 2);
        return scenario.setting(job, "target").asString("KEYED").equals("KEYED")
                && claim.filter(last -> t - last.decidedAt().getEpochSecond() < life).isPresent();
    }

    private InstanceEvent translate(InstanceId instance, JsonNode event, String type, Instant at, Instant append) {
        JobId job = instance.job();
        PartitionKey partition = instance.partition();
        RunId run = run(event.path("run").asString("none"));
        int attempt = event.path("attempt").asInt(1);
        RetryOutlook retry = event.path("final").asBoolean(false)
                ? RetryOutlook.FINAL
                : event.path("will_retry").asBoolean(false) ? RetryOutlook.WILL_RETRY : RetryOutlook.UNSTATED;
        RunPhase phase = event.path("partial").asBoolean(false) ? RunPhase.PARTIAL : RunPhase.MAY_HAVE_RUN;
        Optional<ErrorEvidence> error = event.has("error")
                ? Optional.of(ErrorEvidence.ofMessage(event.path("error").asString()))
                : Optional.empty();
        return switch (type) {
            case "STARTED" -> new RunStarted(job, partition, run, attempt, at, "test",
                    Optional.ofNullable(ourNames.get(event.path("rerun_of").asString(""))).map(RerunId::new),
                    event.has("alias_of") ? Optional.of(run(event.path("alias_of").asString())) : Optional.empty(),
                    event.path("correlated").asBoolean(false));
            case "HEARTBEAT" -> new RunHeartbeat(job, partition, run, attempt, at, "test");
            case "SUCCEEDED" -> new RunSucceeded(job, partition, run, attempt, at, "test", SuccessProof.OWNER);
            case "FAILED", "TIMED_OUT" -> event.path("state").asString("").equals("unknown")
                    ? new RunStateUnknown(job, partition, run, attempt, at, "test", "UNHEARD_OF")
                    : new RunFailed(job, partition, run, attempt, at, "test",
                            type.equals("FAILED") ? FailureKind.FAILED : FailureKind.TIMED_OUT, retry, phase, error);
            case "LOST" -> event.path("state").asString("").equals("unknown")
                    ? new RunStateUnknown(job, partition, run, attempt, at, "test", "UNHEARD_OF")
                    : new RunLost(job, partition, run, attempt, at, "test", retry, phase, error);
            case "KILLED" -> new RunKilled(job, partition, run, attempt, at, "test",
                    event.path("by").asString("").equals("user") ? KilledBy.USER : KilledBy.UNKNOWN, Optional.empty());
            case "SKIPPED" -> new RunSkipped(job, partition, run, attempt, at, "test");
            case "UPSTREAM_FAILED" ->
                new RunUpstreamFailed(job, partition, run, attempt, at, "test", Optional.empty());
            case "CLEARED" -> new RunCleared(job, partition, run, attempt, at, "test", Optional.empty());
            case "OUTPUT_COMMITTED" -> new OutputCommitted(job, partition, run, attempt, at, "test");
            case "DEADLINE_REPORT" -> new DeadlineReported(job, partition, run, attempt, at, "test");
            case "RECONCILE" -> new RunReconciled(job, partition, run, attempt, at, "test",
                    ReconciledState.valueOf(event.path("state").asString().toUpperCase(Locale.ROOT)));
            case "RERUN_REQUESTED" -> asked(event, job, partition, at, append);
            default -> throw new IllegalArgumentException("unknown scenario event " + type);
        };
    }

    private RerunRequested asked(JsonNode event, JobId job, PartitionKey partition, Instant at, Instant append) {
        asked = event.path("run").asString("-");
        askedAttempt = event.path("attempt").asInt(1);
        return new RerunRequested(job, partition, at, event.path("request").asString("at-" + append.getEpochSecond()),
                "someone", "because", event.path("force").asBoolean(false), true);
    }

    private RunId run(String name) {
        return new RunId(ourNames.getOrDefault(name, name));
    }

    private JobView view(InstanceId instance) {
        String job = instance.job().name();
        return scenario.knows(job) ? new JobView.Known(scenario.policyOf(job), true) : new JobView.Unknown();
    }

    private void step(InstanceId instance, InstanceFact.Input input, String on, long t) {
        InstanceState before = states.getOrDefault(instance, InstanceState.initial(instance));
        Step step = InstanceMachine.step(before, input, view(instance));
        states.put(instance, step.next());
        for (Decision decision : step.decisions()) {
            note(instance, decision, on, t);
        }
        if (step.next().phase() instanceof Phase.Confirming confirming && !(input instanceof InstanceFact.Observed seen
                && seen.event() instanceof Barrier)) {
            Instant now = Instant.ofEpochSecond(t);
            step(instance, new InstanceFact.Observed(
                    new Barrier(instance.job(), instance.partition(), now, confirming.nonce()), now, now), on, t);
        }
    }

    private void note(InstanceId instance, Decision decision, String on, long t) {
        switch (decision) {
            case Decision.Rerun rerun -> {
                reruns.add(rerun);
                String run = rerun.answers().map(attempt -> attempt.run().value()).orElse(asked);
                int attempt = rerun.answers().map(answered -> answered.number()).orElse(askedAttempt);
                ourNames.put(
                        "rr:%s:%s:%s:%d".formatted(instance.job().name(), instance.partition().value(), run, attempt),
                        rerun.rerunId().value());
                answers.add(new Answer(t, on, "rerun", rerun.reason().name()));
            }
            case Decision.Wait wait -> {
                if (!PRODUCT_ONLY.contains(wait.reason())) {
                    answers.add(new Answer(t, on, "wait", wait.reason().name()));
                }
            }
            case Decision.Suppress suppress -> {
                if (suppress.repeats().filter(PRODUCT_ONLY::contains).isEmpty()) {
                    answers.add(new Answer(t, on, "suppress", suppress.reason().name()));
                }
            }
            case Decision.Alert alert -> {
                if (!PRODUCT_ONLY.contains(alert.reason())) {
                    answers.add(new Answer(t, on, "alert", alert.reason().name()));
                }
            }
            case Decision.Resolve _,Decision.Withdraw _ -> {
                // Scenarios speak of the four kinds above alone.
            }
        }
    }
}
