// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.reprise.core.instance.InstanceFact.Forgotten.Extent;
import dev.reprise.runner.target.Outcome;
import dev.reprise.simulation.Coverage.Seen;
import dev.reprise.simulation.choice.Choice;
import dev.reprise.simulation.choice.Recording;
import dev.reprise.simulation.judge.Judge;
import dev.reprise.simulation.judge.Violation;
import dev.reprise.simulation.log.FencedException;
import dev.reprise.simulation.log.Log;
import dev.reprise.simulation.log.Topic;
import dev.reprise.simulation.process.CoordinatorProcess;
import dev.reprise.simulation.process.LedgerKeys;
import dev.reprise.simulation.process.RunnerProcess;
import dev.reprise.simulation.world.Call;
import dev.reprise.simulation.world.FakeTarget;
import dev.reprise.simulation.world.Setting;
import dev.reprise.simulation.world.Source;
import dev.reprise.simulation.world.Time;

/**
 * One history: the choices of a recording are carried out one after the other, the judge looks after each of them, and
 * in the end all faults are over and everything must come to rest. The same recording is the same history. For one run.
 */
public final class Simulation {
    private static final int MOST_FORGOTTEN = 2;
    private static final int MOST_ROUNDS = 2000;
    private final Recording recording;
    private final Setting setting;
    private final Time time = new Time();
    private final Log log = new Log(time::now);
    private final FakeTarget target;
    private final Source source;
    private final Judge judge;
    private final Time.Clock coordinatorClock = time.clock();
    private final CoordinatorProcess.Committed committed = new CoordinatorProcess.Committed();
    private final List<RunnerProcess> runners;
    private final Coverage coverage = new Coverage();
    private final Optional<Consumer<String>> trace;
    private CoordinatorProcess coordinator;
    private Optional<CoordinatorProcess> sleeper = Optional.empty();
    private int forgotten;

    /**
     * How a history ended.
     *
     * @param violation the first promise that was not kept, if any
     * @param coverage what happened in it
     */
    public record Played(Optional<Violation> violation, Coverage coverage) {}

    private Simulation(Recording recording, Optional<Consumer<String>> trace) {
        this.recording = recording;
        this.trace = trace;
        setting = Setting.of(recording.setting());
        target = new FakeTarget(setting, time);
        source = new Source(setting, time, log, target);
        judge = new Judge(setting, log, target.journal());
        coordinator = new CoordinatorProcess(setting, coordinatorClock, log, committed);
        runners = List.of(new RunnerProcess("runner-0", setting, time, log),
                new RunnerProcess("runner-1", setting, time, log));
    }

    /** Runs a history. */
    public static Played run(Recording recording) {
        return new Simulation(recording, Optional.empty()).play();
    }

    /** Runs a history and tells of each step, for a person. */
    public static Played run(Recording recording, Consumer<String> trace) {
        return new Simulation(recording, Optional.of(trace)).play();
    }

    private Played play() {
        Optional<Violation> violation = Optional.empty();
        for (Choice choice : recording.choices()) {
            say(() -> choice.toString());
            coverage.add(Seen.CHOICES);
            carryOut(choice);
            violation = judge.look(this::tell);
            if (violation.isPresent()) {
                break;
            }
        }
        if (violation.isEmpty()) {
            say(() -> "# all faults are over");
            violation = rest();
        }
        coverage.add(Seen.CONDENSED, committed.forgotten(Extent.DETAILS));
        coverage.add(Seen.QUIET, committed.forgotten(Extent.ALL));
        coverage.add(Seen.REPEATED_CALLS, target.repeated());
        coverage.add(Seen.TOKENS, target.fenced());
        coverage.add(Seen.STALE_CALLS, target.stale());
        violation.ifPresent(found -> say(() -> "# " + found));
        return new Played(violation, coverage);
    }

    private void carryOut(Choice choice) {
        switch (choice.act()) {
            case ADVANCE -> time.advance(length(choice));
            case REPORT -> source.report(choice);
            case READ -> times(choice, () -> coordinator.read(choice.pick(1, 3)));
            case FIRE -> coordinator.fire();
            case COMMIT -> coordinator.commit();
            case RUN -> times(choice, () -> run(choice.pick(1, 2)));
            case CARRY -> pick(choice, carried(choice)).ifPresent(call -> carry(call, mood(choice)));
            case TIME_OUT -> pick(choice, calls().stream().filter(call -> call.stage() != Call.Stage.UNSENT).toList())
                    .ifPresent(call -> end(call, call.ask().question().unknown("timed out")));
            case LOSE -> pick(choice, calls().stream().filter(call -> call.stage() != Call.Stage.UNSENT).toList())
                    .ifPresent(this::lose);
            case REPEAT -> repeat(choice);
            case KILL_COORDINATOR -> {
                coverage.add(Seen.DEATHS);
                beginCoordinator();
            }
            case REPLACE_COORDINATOR -> {
                sleeper = Optional.of(coordinator);
                beginCoordinator();
            }
            case WAKE_COORDINATOR -> wake(choice);
            case FORGET -> forget();
            case KILL_RUNNER -> {
                coverage.add(Seen.DEATHS);
                runners.get(choice.pick(1, 2)).kill();
            }
            case ASSIGN -> runners.get(choice.pick(1, 2)).assign(log.rebalance());
            case JUMP -> jump(choice);
            case COMPACT -> log.compact(Topic.DISPATCHES, judge.ledgerRead(), LedgerKeys::key);
        }
    }

    /** Several in a row: otherwise too little would come of a history. Often it is one alone, so that no gap is spared. */
    private static void times(Choice choice, BooleanSupplier step) {
        int most = 1 + choice.pick(9, 4);
        for (int done = 0; done < most && step.getAsBoolean(); done++) {
            // The step is all there is to do.
        }
    }

    private Duration length(Choice choice) {
        if (setting.isLong() && choice.pick(4, 12) == 0) {
            return Duration.ofHours(choice.pick(5, 3) == 0 ? 4 : 9);
        }
        return switch (choice.pick(1, 160)) {
            case 0 -> Duration.ofHours(2);
            case 1 -> Duration.ofMinutes(40);
            case 2, 3, 4 -> Duration.ofMinutes(12);
            case 5, 6, 7, 8, 9, 10, 11, 12 -> Duration.ofMinutes(2);
            default -> Duration.ofSeconds(1 + choice.pick(2, 35));
        };
    }

    private static FakeTarget.Mood mood(Choice choice) {
        return switch (choice.pick(2, 20)) {
            case 0, 1 -> FakeTarget.Mood.FAILS_AFTER;
            case 2 -> FakeTarget.Mood.REFUSES;
            case 3 -> FakeTarget.Mood.CONFLICTS;
            case 4 -> FakeTarget.Mood.IS_AWAY;
            default -> FakeTarget.Mood.WELL;
        };
    }

    private boolean run(int which) {
        if (runners.stream().noneMatch(RunnerProcess::isOwner)) {
            runners.get(which).assign(log.rebalance());
            return true;
        }
        RunnerProcess runner = runners.get(which);
        boolean owner = runner.isOwner();
        boolean stepped = runner.step();
        if (owner && !runner.isOwner()) {
            coverage.add(Seen.FENCED);
        }
        return stepped;
    }

    private List<Call> calls() {
        return runners.stream().flatMap(runner -> runner.calls().stream()).toList();
    }

    /** What nobody waits for any more is mostly what is stuck: it arrives late, if at all. */
    private List<Call> carried(Choice choice) {
        List<Call> awaited = calls().stream().filter(Call::isAwaited).toList();
        return choice.pick(3, 8) == 0 ? calls() : awaited;
    }

    private static Optional<Call> pick(Choice choice, List<Call> calls) {
        return calls.isEmpty() ? Optional.empty() : Optional.of(calls.get(choice.pick(1, calls.size())));
    }

    /** One stage further: out of the runner, into the target, back to the runner. */
    private void carry(Call call, FakeTarget.Mood mood) {
        boolean tooLate = time.now().isAfter(call.decidedAt().plus(setting.lateness()));
        switch (call.stage()) {
            case UNSENT, SENT -> {
                if (tooLate) {
                    lose(call);
                } else if (call.stage() == Call.Stage.UNSENT) {
                    call.send();
                } else {
                    call.answer(target.take(call, mood));
                }
            }
            case ANSWERED -> {
                end(call, call.answered());
                call.end();
            }
            case OVER -> {
                // Nothing more comes of it.
            }
        }
    }

    private void lose(Call call) {
        end(call, call.ask().question().unknown("the connection broke"));
        call.end();
    }

    private void end(Call call, Outcome outcome) {
        runners.stream().filter(runner -> runner.calls().contains(call)).forEach(runner -> runner.end(call, outcome));
    }

    /** What is sent once may arrive twice; no promise can be made for a target without a key then. */
    private void repeat(Choice choice) {
        if (setting.isKeyed()) {
            for (RunnerProcess runner : runners) {
                pick(choice, runner.calls().stream().filter(call -> call.stage() == Call.Stage.SENT).toList())
                        .ifPresent(call -> runner.calls().add(call.copy()));
            }
        }
    }

    private void beginCoordinator() {
        coordinator = new CoordinatorProcess(setting, coordinatorClock, log, committed);
    }

    private void wake(Choice choice) {
        sleeper.ifPresent(asleep -> {
            try {
                switch (choice.pick(1, 4)) {
                    case 0 -> asleep.commit();
                    case 1 -> asleep.fire();
                    default -> asleep.read(choice.pick(2, 3));
                }
            } catch (FencedException _) {
                coverage.add(Seen.FENCED);
                sleeper = Optional.empty();
            }
        });
    }

    private void forget() {
        if (setting.forgetting() && forgotten < MOST_FORGOTTEN) {
            forgotten++;
            coverage.add(Seen.FORGOTTEN);
            committed.forget();
            sleeper = Optional.empty();
            beginCoordinator();
        }
    }

    private void jump(Choice choice) {
        int which = choice.pick(1, 3);
        if (which == 2) {
            coordinatorClock.set(List.of(Duration.ZERO, Duration.ofHours(-2), Duration.ofMinutes(-5),
                    Duration.ofMinutes(20), Duration.ZERO, Duration.ZERO, Duration.ofDays(1)).get(choice.pick(2, 7)));
        } else {
            runners.get(which).clock().set(List.of(Duration.ZERO, Setting.SKEW, Setting.SKEW.negated())
                    .get(choice.pick(2, 3)));
        }
    }

    private Optional<Violation> rest() {
        coordinatorClock.set(Duration.ZERO);
        runners.forEach(runner -> runner.clock().set(Duration.ZERO));
        source.tellTheRest();
        Instant latest = time.now().plus(Duration.ofDays(3));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            boolean worked = true;
            while (worked) {
                worked = workAll();
                Optional<Violation> violation = judge.look(this::tell);
                if (violation.isPresent()) {
                    return violation;
                }
            }
            Optional<Instant> next = Stream.concat(coordinator.nextDue().stream(),
                    runners.stream().flatMap(runner -> runner.nextDue().stream())).min(Instant::compareTo);
            if (next.isEmpty() || next.get().isAfter(latest)) {
                return judge.rest();
            }
            if (next.get().isAfter(time.now())) {
                time.advance(Duration.between(time.now(), next.get()));
            }
        }
        return Optional.of(new Violation("I6", "it never comes to rest"));
    }

    private boolean workAll() {
        boolean worked = false;
        // First, since what is open hides what was told since.
        coordinator.commit();
        while (coordinator.read(0)) {
            worked = true;
        }
        worked |= coordinator.fire();
        coordinator.commit();
        for (int which = 0; which < runners.size(); which++) {
            while (run(which)) {
                worked = true;
            }
        }
        for (Call call : new ArrayList<>(calls())) {
            carry(call, FakeTarget.Mood.WELL);
            worked = true;
        }
        return worked;
    }

    /** Texts are made only where somebody reads them. */
    private void say(Supplier<String> text) {
        trace.ifPresent(reader -> reader.accept(text.get()));
    }

    private void tell(Object seen) {
        say(() -> "    " + Witness.text(seen));
        Witness.count(seen, coverage);
    }
}
