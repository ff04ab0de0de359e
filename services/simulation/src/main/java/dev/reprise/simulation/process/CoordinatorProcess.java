// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.process;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.reprise.core.instance.Effects;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceFact.Forgotten.Extent;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Outgoing;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.core.storm.GroupInput;
import dev.reprise.core.storm.GroupMachine;
import dev.reprise.core.storm.GroupState;
import dev.reprise.core.storm.GroupStep;
import dev.reprise.core.storm.MemoryRows;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.log.Log;
import dev.reprise.simulation.log.Topic;
import dev.reprise.simulation.world.Decided;
import dev.reprise.simulation.world.Setting;
import dev.reprise.simulation.world.Time;

/**
 * One life of the coordinator: it begins with what was committed, works on a copy, and leaves what it commits. State,
 * timers, positions and messages are committed together or not at all.
 */
public final class CoordinatorProcess {
    private static final String FENCE = "coordinator";
    private static final String GROUP = "simulated";
    private static final TargetSpec TARGET = new TargetSpec.Process(List.of("true"), Optional.empty(),
            Map.of(),
            Optional.empty());
    private final Setting setting;
    private final JobView view;
    private final Time.Clock clock;
    private final Log log;
    private final Log.Producer producer;
    private final Committed committed;
    private Working working;

    /** What outlives the coordinator: its state as of the last commit. */
    public static final class Committed {
        private final Map<Extent, Integer> forgotten = new EnumMap<>(Extent.class);
        private Working last = new Working(0);

        /** The state is lost, as are the positions: everything is read again. */
        public void forget() {
            last = new Working(last.life + 1);
        }

        /** How often so much of an instance at rest was forgotten, committed or not. */
        public int forgotten(Extent extent) {
            return forgotten.getOrDefault(extent, 0);
        }
    }

    /** The state of a task. */
    private static final class Working {
        private final int life;
        private final Map<InstanceId, InstanceState> states = new HashMap<>();
        private final Map<InstanceId, Timers.Timer> timers = new HashMap<>();
        private final MemoryRows rows;
        private GroupState group = GroupState.initial(GROUP);
        private Instant readUpTo = Instant.EPOCH;
        private long events;
        private long dispatches;
        private long admissions;

        Working(int life) {
            this.life = life;
            rows = new MemoryRows();
        }

        Working(Working other) {
            life = other.life;
            states.putAll(other.states);
            timers.putAll(other.timers);
            rows = other.rows.copy();
            group = other.group;
            readUpTo = other.readUpTo;
            events = other.events;
            dispatches = other.dispatches;
            admissions = other.admissions;
        }
    }

    /** Begins a life, which ends that of any other. */
    public CoordinatorProcess(Setting setting, Time.Clock clock, Log log, Committed committed) {
        this.setting = setting;
        this.view = JobView.Known.of(setting.policy(), true).remembered(setting.remembrance());
        this.clock = clock;
        this.log = log;
        this.committed = committed;
        producer = log.producer(FENCE);
        working = new Working(committed.last);
    }

    /**
     * Reads one record, if there is one.
     *
     * @param first which topic is looked at first
     * @return whether there was one
     * @throws dev.reprise.simulation.log.FencedException when another coordinator took over
     */
    public boolean read(int first) {
        return switch (first) {
            case 0 -> readEvent() || readDispatch() || readAdmission();
            case 1 -> readDispatch() || readAdmission() || readEvent();
            default -> readAdmission() || readEvent() || readDispatch();
        };
    }

    /**
     * Fires the timers that are due.
     *
     * @return whether there were any
     */
    public boolean fire() {
        Instant now = clock.now();
        boolean fired = false;
        for (InstanceId instance : setting.instances()) {
            Timers.Timer timer = working.timers.get(instance);
            Instant known = timer == null ? now : known(timer, now);
            if (timer != null && !timer.due().isAfter(known)) {
                working.timers.remove(instance);
                step(instance, new InstanceFact.TimerFired(timer.purpose(), timer.due(), known), OptionalLong.empty(),
                        false);
                fired = true;
            }
        }
        if (working.group.nextDue().filter(due -> !due.isAfter(now)).isPresent()) {
            group(new GroupInput.Tick(now));
            fired = true;
        }
        return fired;
    }

    /** A clock that jumped ahead must not make anything forgotten: the log has to have come as far. */
    private Instant known(Timers.Timer timer, Instant now) {
        boolean behind = timer.purpose() == WaitPurpose.FORGETTING && working.readUpTo.isBefore(now);
        return behind ? working.readUpTo : now;
    }

    /** Commits what was done. */
    public void commit() {
        producer.commit();
        committed.last = working;
        working = new Working(working);
    }

    /** When the next timer is due; nothing is forgotten only because time passes. */
    public Optional<Instant> nextDue() {
        Optional<Instant> timer = working.timers.values().stream()
                .filter(next -> next.purpose() != WaitPurpose.FORGETTING).map(Timers.Timer::due)
                .min(Instant::compareTo);
        Optional<Instant> group = working.group.nextDue();
        return timer.isPresent() && group.isPresent() && group.get().isBefore(timer.get())
                ? group
                : timer.or(() -> group);
    }

    private boolean readEvent() {
        Log.Read read = log.read(Topic.EVENTS, working.events);
        working.events = read.next();
        read.entry().ifPresent(entry -> {
            working.readUpTo = entry.appendedAt().isAfter(working.readUpTo) ? entry.appendedAt() : working.readUpTo;
            InstanceEvent event = (InstanceEvent) entry.value();
            step(event.instance(), new InstanceFact.Observed(event, entry.appendedAt(), clock.now()),
                    OptionalLong.of(entry.offset()), event instanceof Barrier);
        });
        return read.entry().isPresent();
    }

    private boolean readDispatch() {
        Log.Read read = log.read(Topic.DISPATCHES, working.dispatches);
        working.dispatches = read.next();
        read.entry().map(Entry::value).ifPresent(value -> {
            if (value instanceof RerunDispatch dispatch) {
                step(dispatch.instance(), new InstanceFact.Dispatched(dispatch, clock.now()), OptionalLong.empty(),
                        false);
            }
        });
        return read.entry().isPresent();
    }

    private boolean readAdmission() {
        Log.Read read = log.read(Topic.ADMISSIONS, working.admissions);
        working.admissions = read.next();
        read.entry().ifPresent(
                entry -> group(new GroupInput.Told((AdmissionMessage) entry.value(), clock.now())));
        return read.entry().isPresent();
    }

    private void group(GroupInput input) {
        GroupStep step = GroupMachine.step(working.group, input, working.rows);
        working.group = step.next();
        step.answers().forEach(answer -> producer.send(Topic.EVENTS, answer));
    }

    private void step(InstanceId instance, InstanceFact.Input input, OptionalLong event, boolean barrier) {
        InstanceState before = working.states.getOrDefault(instance, InstanceState.initial(instance));
        Step step = InstanceMachine.step(before, input, view);
        InstanceState next = step.next();
        step.forgotten().ifPresent(extent -> committed.forgotten.merge(extent, 1, Integer::sum));
        if (step.forgotten().filter(Extent.ALL::equals).isPresent()) {
            working.states.remove(instance);
        } else {
            working.states.put(instance, next);
        }
        Timers.of(next, view).ifPresentOrElse(timer -> working.timers.put(instance, timer),
                () -> working.timers.remove(instance));
        long readUpTo = log.end(Topic.EVENTS);
        int index = 0;
        for (Decision decision : step.decisions()) {
            producer.send(Topic.DECISIONS, new Decided(instance, decision, index++, event, barrier, readUpTo,
                    input.now(), working.life));
            command(next, decision, input.now()).ifPresent(command -> producer.send(Topic.COMMANDS, command));
        }
        for (Outgoing told : Effects.of(before, input, next, view)) {
            switch (told) {
                case Outgoing.ToInstance(CoordinatorEvent out) -> producer.send(Topic.EVENTS, out);
                case Outgoing.ToGroup(AdmissionMessage message) -> producer.send(Topic.ADMISSIONS, message);
            }
        }
    }

    private static Optional<Object> command(InstanceState after, Decision decision, Instant now) {
        InstanceId instance = after.instance();
        return switch (decision) {
            case Decision.Rerun rerun -> Optional.of(new StartRerun(rerun.rerunId(), instance.job(),
                    instance.partition(), rerun.generation(), rerun.reason(), rerun.answers(), TARGET,
                    rerun.overrides(), now, rerun.notAfter()));
            case Decision.Withdraw withdraw -> Optional.of(new CancelRerun(withdraw.rerunId(), instance.job(),
                    instance.partition(), after.generation(), withdraw.reason(), now));
            case Decision.Wait _,Decision.Suppress _,Decision.Alert _,Decision.Resolve _,Decision.Shadow _,Decision.Grant _,Decision.Refuse _ ->
                Optional.empty();
        };
    }
}
