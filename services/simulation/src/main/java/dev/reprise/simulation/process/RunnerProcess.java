// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.process;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.reprise.runner.dispatch.TopicNames;
import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.ledger.DispatchMachine;
import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.Owner;
import dev.reprise.runner.ledger.RetryTimes;
import dev.reprise.runner.target.Outcome;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.log.FencedException;
import dev.reprise.simulation.log.Log;
import dev.reprise.simulation.log.Topic;
import dev.reprise.simulation.world.Call;
import dev.reprise.simulation.world.Setting;
import dev.reprise.simulation.world.Time;

/**
 * A runner: carries out the product's {@link DispatchMachine}, one small step at a time, so that it can die or sleep
 * between any two.
 */
public final class RunnerProcess {
    private static final int MOST_CALLS = 2;
    private static final int MOST_OPEN = 4;
    private static final int MOST_POLLED = 5;
    private static final TopicNames NAMES = new TopicNames("simulated.");
    private final String name;
    private final Setting setting;
    private final Time time;
    private final Time.Clock clock;
    private final Log log;
    private final List<Call> calls = new ArrayList<>();
    private Optional<Session> session = Optional.empty();
    private int sessions;

    /** One ownership, from the assignment to the fence. */
    private static final class Session {
        private final int number;
        private final int member;
        private final Deque<Ended> ended = new ArrayDeque<>();
        private Stage stage = Stage.ASSIGNED;
        private Optional<Log.Producer> producer = Optional.empty();
        private Optional<DispatchMachine> machine = Optional.empty();
        private Optional<Write> writing = Optional.empty();
        private long epoch;
        private long position;

        private Session(int number, int member) {
            this.number = number;
            this.member = member;
        }
    }

    private enum Stage {
        ASSIGNED, FENCED, TAKING_OVER, TAKEN_OVER, WORKING
    }

    private record Write(long offset, long position) {}

    private record Ended(Call call, Outcome outcome) {}

    /** Makes a runner that owns nothing. */
    public RunnerProcess(String name, Setting setting, Time time, Log log) {
        this.name = name;
        this.setting = setting;
        this.time = time;
        this.clock = time.clock();
        this.log = log;
    }

    /** Its clock. */
    public Time.Clock clock() {
        return clock;
    }

    /**
     * The group gives it the commands; what it owned before is given up.
     *
     * @param member its generation
     */
    public void assign(int member) {
        session = Optional.of(new Session(++sessions, member));
    }

    /** Whether it believes to own the commands. */
    public boolean isOwner() {
        return session.isPresent();
    }

    /** It dies: what is in its hands is gone, what is on its way is not. */
    public void kill() {
        session = Optional.empty();
        calls.removeIf(call -> call.stage() == Call.Stage.UNSENT);
        calls.forEach(Call::abandon);
    }

    /** The calls it has made and that are not over. */
    public List<Call> calls() {
        calls.removeIf(call -> call.stage() == Call.Stage.OVER);
        return calls;
    }

    /** When something is to be done without anything new. */
    public Optional<Instant> nextDue() {
        return session.flatMap(own -> own.machine).flatMap(DispatchMachine::nextDue);
    }

    /** A call ends for whoever made it. */
    public void end(Call call, Outcome outcome) {
        if (call.isAwaited()) {
            call.abandon();
            session.filter(own -> own.number == call.session())
                    .ifPresent(own -> own.ended.add(new Ended(call, outcome)));
        }
    }

    /**
     * Does its next step.
     *
     * @return whether there was any
     */
    public boolean step() {
        if (session.isEmpty()) {
            return false;
        }
        try {
            return step(session.get());
        } catch (FencedException _) {
            session = Optional.empty();
            return true;
        }
    }

    private boolean step(Session own) {
        switch (own.stage) {
            case ASSIGNED -> {
                own.producer = Optional.of(log.producer(NAMES.transactionalId(0)));
                own.stage = Stage.FENCED;
            }
            case FENCED -> {
                own.epoch = producer(own).send(Topic.DISPATCHES,
                        new Takeover(0, new Owner(name, place()).signature(), clock.now())).offset();
                own.stage = Stage.TAKING_OVER;
            }
            case TAKING_OVER -> {
                producer(own).commit();
                own.stage = Stage.TAKEN_OVER;
            }
            case TAKEN_OVER -> {
                own.machine = Optional.of(new DispatchMachine(
                        new DispatchMachine.Ownership(own.epoch, ledger(own.epoch), place()),
                        new DispatchMachine.Limits(MOST_CALLS, MOST_OPEN), new DispatchRules(RetryTimes.defaults()),
                        _ -> setting.assurance()));
                own.position = log.position();
                own.stage = Stage.WORKING;
            }
            case WORKING -> {
                return work(own, own.machine.orElseThrow());
            }
        }
        return true;
    }

    private boolean work(Session own, DispatchMachine machine) {
        if (own.writing.isPresent()) {
            Write write = own.writing.get();
            own.writing = Optional.empty();
            producer(own).commit(own.member, write.position());
            machine.written(write.offset(), clock.now());
            return true;
        }
        if (!own.ended.isEmpty()) {
            Ended end = own.ended.remove();
            machine.ended(end.call().ask().flight(), end.outcome(), clock.now());
            return true;
        }
        boolean polled = machine.isHungry() && poll(own, machine);
        Optional<Action> action = machine.next(clock.now());
        action.ifPresent(chosen -> carryOut(own, machine, chosen));
        return polled || action.isPresent();
    }

    private boolean poll(Session own, DispatchMachine machine) {
        int polled = 0;
        Log.Read read = log.read(Topic.COMMANDS, own.position);
        while (read.entry().isPresent() && polled < MOST_POLLED) {
            Entry entry = read.entry().get();
            machine.take(entry.offset(), (RunnerCommand) entry.value());
            own.position = read.next();
            polled++;
            read = log.read(Topic.COMMANDS, own.position);
        }
        return polled > 0;
    }

    private void carryOut(Session own, DispatchMachine machine, Action action) {
        switch (action) {
            case Action.Write write -> own.writing = Optional.of(new Write(
                    producer(own).send(Topic.DISPATCHES, write.line()).offset(), write.position()));
            case Action.Move move -> {
                producer(own).commit(own.member, move.position());
                machine.moved(move.position());
            }
            case Action.Ask ask -> calls.add(new Call(ask, own.number, place(), time.now()));
            case Action.Skip _ -> {
                // Nothing is to be done.
            }
            case Action.PutAside aside ->
                throw new IllegalStateException("there is nothing unusable at offset " + aside.offset());
        }
    }

    private Ledger ledger(long epoch) {
        Ledger ledger = new Ledger();
        for (Log.Read read = log.read(Topic.DISPATCHES, 0); read.entry().isPresent(); read = log
                .read(Topic.DISPATCHES, read.next())) {
            Entry entry = read.entry().get();
            if (entry.offset() > epoch) {
                break;
            }
            ledger.apply(entry.offset(), (DispatchRecord) entry.value());
        }
        return ledger;
    }

    private String place() {
        return setting.sameplace() ? "shared" : name;
    }

    private static Log.Producer producer(Session own) {
        return own.producer.orElseThrow();
    }
}
