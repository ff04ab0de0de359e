// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.reprise.core.instance.Claim;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Phase;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * Runs one scenario in virtual time. Not for use by many threads, and for one run only.
 *
 * <p>What only the product does is left out of the answers: the barrier, and that a person is told when a scheduler or a
 * rerun stays silent.
 */
public final class Simulation {
    private static final String NAMESPACE = "scenario";
    private static final String TIMER = "timer";
    private static final int DAY = "2026-01-31".length();
    private static final Set<Reason> PRODUCT_ONLY = EnumSet.of(Reason.BARRIER_PENDING, Reason.RECONCILE_UNANSWERED,
            Reason.RERUN_UNCONFIRMED, Reason.RERUN_UNANSWERED, Reason.ADMISSION_PENDING);
    private static final Set<String> CONSIDERED_NO_MORE = Set.of(Reason.SUCCEEDED_BEFORE_RERUN.name(),
            Reason.EXTERNAL_RUN_STARTED.name(), Reason.NATIVE_RETRY_STARTED.name(), Reason.STILL_RUNNING.name(),
            Reason.STALE_FAILURE.name());
    private final Scenario scenario;
    private final boolean crashing;
    private final Timeline timeline = new Timeline(new World());
    private final Map<String, RerunId> names = new HashMap<>();
    private final ScenarioEvents events = new ScenarioEvents(names);
    private final Set<InstanceId> deadlinesTold = new HashSet<>();
    private final Set<JobId> unknownJobs = new HashSet<>();
    private final List<ScenarioAnswer> answers = new ArrayList<>();
    private final List<RerunId> reruns = new ArrayList<>();
    private final ScenarioStorms storms = new ScenarioStorms();
    private Optional<AttemptId> asked = Optional.empty();
    private String on = TIMER;

    private sealed interface Due {
        InstanceId instance();

        Instant at();

        record Timer(InstanceId instance, Timers.Timer timer) implements Due {
            @Override
            public Instant at() {
                return timer.due();
            }
        }

        record Deadline(InstanceId instance, Instant at) implements Due {}
    }

    private Simulation(Scenario scenario, boolean crashing) {
        this.scenario = scenario;
        this.crashing = crashing;
    }

    /**
     * What came of a run.
     *
     * @param answers the decisions, in the order they were made
     * @param reruns the reruns among them
     */
    public record Outcome(List<ScenarioAnswer> answers, List<RerunId> reruns) {
        /** Takes copies. */
        public Outcome {
            answers = List.copyOf(answers);
            reruns = List.copyOf(reruns);
        }
    }

    /**
     * Runs a scenario.
     *
     * @throws IllegalArgumentException when an event is none that scenarios have, or a name is illegal
     */
    public static Outcome run(Scenario scenario) {
        return run(scenario, false);
    }

    /** The same, where all is forgotten after each event and timer, and read anew from what was recorded. */
    static Outcome runCrashing(Scenario scenario) {
        return run(scenario, true);
    }

    private static Outcome run(Scenario scenario, boolean crashing) {
        Simulation simulation = new Simulation(scenario, crashing);
        simulation.play();
        return new Outcome(simulation.answers, simulation.reruns);
    }

    private void play() {
        long end = 0;
        int index = 0;
        for (ScenarioEvent event : scenario.events()) {
            advance(Instant.ofEpochSecond(event.t()));
            feed(event, Integer.toString(index++));
            end = Math.max(end, event.t());
        }
        advance(Instant.ofEpochSecond(end + scenario.runOn()));
    }

    private void advance(Instant until) {
        for (Optional<Due> next = next(until); next.isPresent(); next = next(until)) {
            switch (next.get()) {
                case Due.Timer(InstanceId instance, Timers.Timer timer) ->
                    step(instance, new InstanceFact.TimerFired(timer.purpose(), timer.due(), timer.due()), TIMER);
                case Due.Deadline(InstanceId instance, Instant at) -> deadline(instance, at);
            }
        }
    }

    private Optional<Due> next(Instant until) {
        Stream<Due> timers = timeline.next().stream().map(due -> new Due.Timer(due.instance(), due.timer()));
        Stream<Due> deadlines = timeline.states().stream()
                .filter(state -> !state.succeeded() && !(state.phase() instanceof Phase.Idle))
                .map(InstanceState::instance).filter(instance -> !deadlinesTold.contains(instance))
                .flatMap(instance -> scenario.policy(instance.job().name()).deadline().stream()
                        .map(at -> new Due.Deadline(instance, Instant.ofEpochSecond(at))));
        return Stream.concat(timers, deadlines).filter(due -> !due.at().isAfter(until))
                .min(Comparator.comparing(Due::at).thenComparing(due -> due.instance().key()));
    }

    /** A deadline of the policy, told as a scheduler would tell it. */
    private void deadline(InstanceId instance, Instant at) {
        deadlinesTold.add(instance);
        step(instance, new InstanceFact.Observed(new DeadlineReported(instance.job(), instance.partition(),
                new RunId("none"), 1, at, NAMESPACE), at, at), TIMER);
    }

    private void feed(ScenarioEvent event, String on) {
        if (event.type().equals("CLOCK") || event.type().equals("COORDINATOR_REPLAY")) {
            return;
        }
        if (event.type().equals("MALFORMED") || event.job().isEmpty() || event.partition().isEmpty()) {
            answers.add(new ScenarioAnswer(event.t(), on, "alert", Reason.MALFORMED_TO_DLQ.name()));
            return;
        }
        String job = event.job().get();
        InstanceId instance = new InstanceId(new JobId(NAMESPACE, job), partition(job, event.partition().get()));
        Instant now = Instant.ofEpochSecond(event.t());
        if (event.type().startsWith("DISPATCH_") || event.type().equals("RUNNER_CRASH")) {
            dispatched(instance, event, now, on);
            return;
        }
        Instant append = event.appendTime().map(Instant::ofEpochSecond).orElse(now);
        Instant at = event.eventTime().map(Instant::ofEpochSecond).orElse(append);
        if (event.type().equals("DEADLINE_REPORT") && scenario.knows(job) && tooEarly(instance, at, now)) {
            answers.add(new ScenarioAnswer(event.t(), on, "suppress", Reason.DEADLINE_NOT_REACHED.name()));
            return;
        }
        asked = event.run().map(run -> new AttemptId(new RunId(run), event.attempt().orElse(1)));
        step(instance, new InstanceFact.Observed(events.translate(instance, event, at, append), append, now), on);
    }

    private boolean tooEarly(InstanceId instance, Instant at, Instant now) {
        boolean succeeded = timeline.state(instance).succeeded();
        boolean early = scenario.policy(instance.job().name()).deadline()
                .filter(deadline -> now.getEpochSecond() < deadline).isPresent();
        boolean old = Duration.between(at, now).compareTo(scenario.policy(instance.job().name()).longestAge()) > 0;
        if (!early && !succeeded && !old) {
            deadlinesTold.add(instance);
        }
        return early && !succeeded;
    }

    private PartitionKey partition(String job, String written) {
        boolean day = scenario.policy(job).partitionNorm().filter("day"::equals).isPresent();
        return new PartitionKey(day && written.length() > DAY ? written.substring(0, DAY) : written);
    }

    private void dispatched(InstanceId instance, ScenarioEvent event, Instant now, String on) {
        InstanceState state = timeline.state(instance);
        Optional<Claim> claim = state.claim();
        boolean open = claim.isPresent() && state.phase() instanceof Phase.Claimed;
        if (open && event.beforeIntent().orElse(false)) {
            // The command is delivered again; the core hears nothing of it.
            answers.add(new ScenarioAnswer(event.t(), on, "wait", Reason.REDELIVERED.name()));
            return;
        }
        RerunId id = claim.map(Claim::rerunId).orElseGet(() -> RerunId.ofRequest(instance, "none"));
        long generation = claim.map(Claim::generation).orElse(1L);
        step(instance, new InstanceFact.Dispatched(report(instance, event, id, generation, claim, now), now), on);
    }

    private RerunDispatch report(InstanceId instance, ScenarioEvent event, RerunId id, long generation,
            Optional<Claim> claim, Instant now) {
        JobId job = instance.job();
        PartitionKey partition = instance.partition();
        return switch (event.type()) {
            case "DISPATCH_OK" -> new DispatchAccepted(id, job, partition, generation, 1, now, id.asRun(), false);
            case "DISPATCH_CONFLICT" -> event.own().orElse(false)
                    ? new DispatchAccepted(id, job, partition, generation, 1, now, id.asRun(), true)
                    : new DispatchRejected(id, job, partition, generation, 1, now, true, "conflict");
            case "DISPATCH_REJECTED" ->
                new DispatchRejected(id, job, partition, generation, 1, now, false, "rejected");
            default -> mayResend(job, claim, now)
                    ? new DispatchInDoubt(id, job, partition, generation, 1, now, "no answer", now.plusSeconds(1))
                    : new DispatchParked(id, job, partition, generation, 1, now, "no answer");
        };
    }

    private boolean mayResend(JobId job, Optional<Claim> claim, Instant now) {
        Duration time = scenario.policy(job.name()).resendFor();
        return claim.filter(last -> Duration.between(last.decidedAt(), now).compareTo(time) < 0).isPresent();
    }

    /** The registry and the storms of the scenario. */
    private final class World implements Timeline.Surroundings {
        @Override
        public JobView view(InstanceId instance) {
            String job = instance.job().name();
            return scenario.knows(job)
                    ? JobView.Known.of(scenario.policy(job).policy(job), true)
                    : new JobView.Unknown();
        }

        @Override
        public List<CoordinatorEvent> answer(AdmissionMessage message, Instant now) {
            // A scenario's storm knows neither budgets nor what became of a rerun.
            return message instanceof AdmissionAsked question ? List.of(storms.answer(question)) : List.of();
        }

        @Override
        public void stepped(InstanceState before, InstanceFact.Input input, Step step) {
            step.decisions().forEach(decision -> note(step.next().instance(), decision, input.now()));
        }
    }

    private void step(InstanceId instance, InstanceFact.Input input, String answered) {
        boolean heldBefore = isHeldByStorm(timeline.state(instance));
        int first = answers.size();
        on = answered;
        timeline.step(instance, input);
        asScenariosHaveIt(first, heldBefore);
        if (crashing) {
            timeline.restart();
        }
    }

    private static boolean isHeldByStorm(InstanceState state) {
        return state.phase() instanceof Phase.Held held && held.why() == Reason.STORM_HELD;
    }

    /** In scenarios a storm is found before anything settles, and closes what it holds. */
    private void asScenariosHaveIt(int first, boolean heldBefore) {
        List<ScenarioAnswer> now = answers.subList(first, answers.size());
        boolean opened = now.stream().anyMatch(answer -> answer.reason().equals(Reason.STORM_BREAKER.name()));
        boolean held = now.stream().anyMatch(answer -> answer.reason().equals(Reason.STORM_HELD.name()));
        if (held) {
            now.removeIf(answer -> answer.reason().equals(Reason.SETTLING.name())
                    || opened && answer.reason().equals(Reason.STORM_HELD.name()));
            now.replaceAll(answer -> answer.reason().equals(Reason.STORM_HELD.name())
                    ? new ScenarioAnswer(answer.t(), answer.on(), "suppress", answer.reason())
                    : answer);
        }
        if (heldBefore) {
            now.removeIf(answer -> CONSIDERED_NO_MORE.contains(answer.reason()));
            now.replaceAll(answer -> answer.reason().equals(Reason.STALE_OR_ALIAS.name())
                    ? new ScenarioAnswer(answer.t(), answer.on(), answer.decision(), Reason.SLOT_CLOSED.name())
                    : answer);
        }
    }

    private void note(InstanceId instance, Decision decision, Instant now) {
        boolean left = PRODUCT_ONLY.contains(decision.reason()) || decision instanceof Decision.Suppress suppress
                && suppress.repeats().filter(PRODUCT_ONLY::contains).isPresent();
        switch (decision) {
            case Decision.Rerun rerun -> {
                reruns.add(rerun.rerunId());
                AttemptId answered = rerun.answers().or(() -> asked).orElse(new AttemptId(new RunId("-"), 1));
                names.put("rr:%s:%s:%s:%d".formatted(instance.job().name(), instance.partition().value(),
                        nameOf(answered.run()), answered.number()), rerun.rerunId());
                answer(decision, now);
            }
            case Decision.Alert alert when alert.reason() == Reason.UNKNOWN_JOB && !unknownJobs.add(instance.job()) ->
                // Each instance tells it under the key of its job; who is told hears of it once.
                answers.add(new ScenarioAnswer(now.getEpochSecond(), on, "suppress", Reason.ALERT_ALREADY_OPEN.name()));
            case Decision.Wait _,Decision.Suppress _,Decision.Alert _ -> {
                if (!left) {
                    answer(decision, now);
                }
            }
            case Decision.Resolve _,Decision.Withdraw _,Decision.Shadow _,Decision.Grant _,Decision.Refuse _ -> {
                // Scenarios speak of the four kinds above alone.
            }
        }
    }

    /** The scenario's own name of a run. */
    private String nameOf(RunId run) {
        return names.entrySet().stream().filter(name -> name.getValue().names(run)).map(Map.Entry::getKey).findFirst()
                .orElse(run.value());
    }

    private void answer(Decision decision, Instant now) {
        answers.add(new ScenarioAnswer(now.getEpochSecond(), on, decision.kind(), decision.reason().name()));
    }
}
