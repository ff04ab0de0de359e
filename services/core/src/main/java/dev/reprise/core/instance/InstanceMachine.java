// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunRule;

/**
 * The state machine of an instance: total, deterministic, without clock or chance. {@link #step} is the only entry.
 */
public final class InstanceMachine {
    /** What is in force for a job that left the registry while something of it was under way: nothing new is sent. */
    private static final JobView.Known UNREGISTERED = JobView.Known.of(new PolicyBuilder(Policy.DEFAULTS)
            .version("none").rerun(RerunRule.NEVER).maxReruns(0).build(), false);

    private InstanceMachine() {}

    /**
     * Takes an input in and answers it. Total: there is an answer for every state and input, and none throws.
     *
     * @param state the instance before
     * @param input what came
     * @param job what the registry says of the job now
     */
    public static Step step(InstanceState state, InstanceFact.Input input, JobView job) {
        boolean ignored = job instanceof JobView.Unknown && input instanceof InstanceFact.Observed observed
                && observed.event() instanceof RunEvent;
        List<InstanceFact> facts = new ArrayList<>();
        facts.add(input);
        InstanceState seen = ignored ? state : Evolution.evolve(state, input);
        Optional<InstanceFact.Diagnosed> diagnosed = diagnosed(state, input, job);
        if (diagnosed.isPresent()) {
            facts.add(diagnosed.get());
            seen = Evolution.evolve(seen, diagnosed.get());
        }
        InstanceState next = seen;
        for (Decision decision : decide(state, seen, input, job)) {
            InstanceFact.Decided decided = new InstanceFact.Decided(decision, input.now());
            facts.add(decided);
            next = Evolution.evolve(next, decided);
        }
        Optional<InstanceFact.Forgotten> forgotten = Forgetting.of(state, input, job);
        if (forgotten.isPresent()) {
            facts.add(forgotten.get());
            next = Evolution.evolve(next, forgotten.get());
        }
        return new Step(next, facts);
    }

    /** A failure that is news is classified once, by the rules in force now. */
    private static Optional<InstanceFact.Diagnosed> diagnosed(
            InstanceState before, InstanceFact.Input input, JobView job) {
        if (!(job instanceof JobView.Known known) || !(input instanceof InstanceFact.Observed observed)
                || !(observed.event() instanceof RunEvent event)) {
            return Optional.empty();
        }
        return FailureReport.of(event, RunEvolution.attemptOf(before, event), observed.happenedAt())
                .filter(report -> Attribution.of(before, report) == Attribution.FRESH)
                .map(report -> new InstanceFact.Diagnosed(FailureRules.diagnose(known.diagnosing(), report)));
    }

    /** Decides; reads both states and changes neither. */
    private static List<Decision> decide(
            InstanceState before, InstanceState seen, InstanceFact.Input input, JobView job) {
        Situation situation = switch (job) {
            case JobView.Known known -> new Situation(before, seen, known, input.now());
            case JobView.Unknown _ -> new Situation(before, seen, UNREGISTERED, input.now());
        };
        return switch (input) {
            case InstanceFact.Observed observed -> switch (observed.event()) {
                case RunEvent event -> job instanceof JobView.Unknown
                        ? unknownJob(situation)
                        : Situation.all(knownAgain(situation), Contradictions.decide(situation, event),
                                RunRules.decide(situation, event, observed));
                case RerunRequested _ when job instanceof JobView.Unknown -> unknownJob(situation);
                case OperatorCommand command -> OperatorRules.decide(situation, command, observed);
                case CoordinatorEvent told -> CoordinatorRules.decide(situation, told, observed.happenedAt());
                case PermitRequested request -> job instanceof JobView.Unknown
                        ? Situation.all(unknownJob(situation), List.of(PermitRules.unregistered(situation, request)))
                        : PermitRules.decide(situation, request, observed.position());
            };
            case InstanceFact.Dispatched dispatched -> DispatchRules.decide(situation, dispatched.dispatch());
            case InstanceFact.TimerFired timer -> Situation.all(
                    job instanceof JobView.Known ? overForTheJob(situation) : List.of(),
                    TimerRules.decide(situation, timer, job));
        };
    }

    /** Told once, under the name of the job: it is the job that is missing, not the partition. */
    private static List<Decision> unknownJob(Situation situation) {
        AlertKey key = unknownJobKey(situation.seen());
        boolean told = situation.seen().alert(key).filter(AlertMemory::open).isPresent();
        return List.of(told
                ? new Decision.Suppress(Reason.ALERT_ALREADY_OPEN, Optional.of(Reason.UNKNOWN_JOB))
                : new Decision.Alert(Reason.UNKNOWN_JOB, key, AlertKinds.severity(Reason.UNKNOWN_JOB), Optional.empty(),
                        Optional.empty()));
    }

    /** What is told under the name of a job ends when the job is mended, whether or not this instance runs once more. */
    private static List<Decision> overForTheJob(Situation situation) {
        return Situation.all(knownAgain(situation), Contradictions.over(situation));
    }

    private static List<Decision> knownAgain(Situation situation) {
        return situation.seen().alert(unknownJobKey(situation.seen())).filter(AlertMemory::open)
                .<List<Decision>>map(memory -> List.of(new Decision.Resolve(Reason.RECOVERED, memory.key())))
                .orElse(List.of());
    }

    private static AlertKey unknownJobKey(InstanceState state) {
        return AlertKey.of(Reason.UNKNOWN_JOB.name(), state.instance().job());
    }
}
