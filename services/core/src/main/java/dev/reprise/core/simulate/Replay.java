// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Step;
import dev.reprise.core.storm.GroupInput;
import dev.reprise.core.storm.GroupMachine;
import dev.reprise.core.storm.GroupState;
import dev.reprise.core.storm.GroupStep;
import dev.reprise.core.storm.MemoryRows;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;

/**
 * Recorded history through the real core, under any registry: what would have been decided? The world answers as it was
 * recorded: a rerun that was not made then has no end here, and that no runner answers for it is not told. What the
 * coordinator had told itself is left out of the recording, since it is told anew.
 */
public final class Replay {
    private final Function<JobId, JobView> registry;
    private final Timeline timeline = new Timeline(new World());
    private final Map<String, Group> groups = new HashMap<>();
    private final List<Decided> decisions = new ArrayList<>();
    private String cause = "";

    /** One record of a history. */
    public sealed interface Recorded {
        /** When it was appended: the virtual clock. */
        Instant appendedAt();

        /** Which instance it is about. */
        InstanceId instance();

        /**
         * An event.
         *
         * @param event the event
         * @param appendedAt when it was appended
         */
        record Event(InstanceEvent event, Instant appendedAt) implements Recorded {
            @Override
            public InstanceId instance() {
                return event.instance();
            }
        }

        /**
         * A word of the runner.
         *
         * @param dispatch its record
         * @param appendedAt when it was appended
         */
        record Dispatch(RerunDispatch dispatch, Instant appendedAt) implements Recorded {
            @Override
            public InstanceId instance() {
                return new InstanceId(dispatch.job(), dispatch.partition());
            }
        }
    }

    /**
     * A decision of a replay.
     *
     * @param instance about which instance
     * @param at when, in virtual time
     * @param cause what it answers: the kind of an event, or {@code timer}
     * @param decision the decision
     */
    public record Decided(InstanceId instance, Instant at, String cause, Decision decision) {}

    /** A group and its rows; the rows change in place. */
    private static final class Group {
        private final MemoryRows rows = new MemoryRows();
        private GroupState state;

        private Group(String name) {
            state = GroupState.initial(name);
        }
    }

    private Replay(Function<JobId, JobView> registry) {
        this.registry = registry;
    }

    /**
     * Replays a history.
     *
     * @param history what was recorded, in any order; it is taken by time of append
     * @param registry what is in force for a job
     * @param runOn how much time to let pass after the last record
     * @return the decisions, in the order in which they were made
     */
    public static List<Decided> run(List<Recorded> history, Function<JobId, JobView> registry, Duration runOn) {
        Replay replay = new Replay(registry);
        List<Recorded> ordered = history.stream().filter(record -> !isOwnWord(record))
                .sorted(Comparator.comparing(Recorded::appendedAt)).toList();
        for (Recorded record : ordered) {
            replay.pass(record.appendedAt());
            replay.take(record);
        }
        if (!ordered.isEmpty()) {
            replay.pass(ordered.getLast().appendedAt().plus(runOn));
        }
        return List.copyOf(replay.decisions);
    }

    private static boolean isOwnWord(Recorded record) {
        return record instanceof Recorded.Event event && event.event() instanceof CoordinatorEvent;
    }

    private void take(Recorded record) {
        Instant now = record.appendedAt();
        switch (record) {
            case Recorded.Event(InstanceEvent event, Instant appended) -> {
                cause = words(event.getClass().getSimpleName());
                timeline.step(event.instance(), new InstanceFact.Observed(event, appended, now));
            }
            case Recorded.Dispatch(RerunDispatch dispatch, Instant _) -> {
                cause = words(dispatch.getClass().getSimpleName());
                timeline.step(record.instance(), new InstanceFact.Dispatched(dispatch, now));
            }
        }
    }

    private void pass(Instant until) {
        cause = "timer";
        while (true) {
            Optional<Timeline.Due> timer = timeline.next().filter(due -> !due.timer().due().isAfter(until));
            Optional<Group> group = groups.values().stream()
                    .filter(each -> each.state.nextDue().filter(due -> !due.isAfter(until)).isPresent())
                    .min(Comparator.comparing((Group each) -> each.state.nextDue().orElseThrow())
                            .thenComparing(each -> each.state.group()));
            if (timer.isEmpty() && group.isEmpty()) {
                return;
            }
            Optional<Instant> tick = group.flatMap(each -> each.state.nextDue());
            if (group.isPresent() && tick.isPresent()
                    && timer.filter(due -> due.timer().due().isBefore(tick.get())).isEmpty()) {
                Instant now = tick.get();
                rule(group.get(), new GroupInput.Tick(now)).forEach(answer -> timeline.tell(answer, now));
            } else {
                timeline.fire(timer.orElseThrow());
            }
        }
    }

    private static List<CoordinatorEvent> rule(Group group, GroupInput input) {
        GroupStep step = GroupMachine.step(group.state, input, group.rows);
        group.state = step.next();
        return step.answers();
    }

    /** There are no runners here: their silence says nothing of a registry. */
    private static boolean isOfMissingRunners(Decision decision) {
        return switch (decision) {
            case Decision.Alert alert -> alert.reason() == Reason.RERUN_UNANSWERED;
            case Decision.Resolve resolve ->
                resolve.alertKey().value().startsWith(Reason.RERUN_UNANSWERED.name() + "/");
            case Decision.Rerun _,Decision.Shadow _,Decision.Wait _,Decision.Suppress _,Decision.Withdraw _,Decision.Grant _,Decision.Refuse _ ->
                false;
        };
    }

    /** {@code RunFailed} is {@code run failed}. */
    private static String words(String type) {
        return type.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** The registry and the groups, as the timeline sees them. */
    private final class World implements Timeline.Surroundings {
        @Override
        public JobView view(InstanceId instance) {
            return registry.apply(instance.job());
        }

        @Override
        public List<CoordinatorEvent> answer(AdmissionMessage message, Instant now) {
            return rule(groups.computeIfAbsent(message.group(), Group::new), new GroupInput.Told(message, now));
        }

        @Override
        public void stepped(InstanceState before, InstanceFact.Input input, Step step) {
            step.decisions().stream().filter(decision -> !isOfMissingRunners(decision)).forEach(decision -> decisions
                    .add(new Decided(step.next().instance(), input.now(), cause, decision)));
        }
    }
}
