// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.group.GroupId;
import dev.reprise.notifier.group.GroupInput;
import dev.reprise.notifier.group.GroupMachine;
import dev.reprise.notifier.group.GroupState;
import dev.reprise.notifier.group.GroupStep;
import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.rules.Rules;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.notification.Page;

/**
 * Takes in what reaches a group, lets the machine rule, and writes the pages. One for each task; its thread alone uses it.
 */
final class GroupProcessor implements Processor<String, Routed.ToGroup, byte[], byte[]> {
    private static final Logger LOGGER = LoggerFactory.getLogger(GroupProcessor.class);
    private final EngineSettings settings;
    private final Supplier<Rules> rules;
    private final KafkaMessages messages;
    private final EngineMeters meters;
    private @Nullable Task task;
    private @Nullable Cancellable ticks;
    /** Looks at all groups for each version of the rules; an assignment begins with all of them. */
    private final Sweep<Long> reviews = new Sweep<>();

    /** What a task has once it is assigned. */
    private record Task(ProcessorContext<byte[], byte[]> context, KeyValueStore<String, GroupState> states,
            KeyValueStore<Bytes, Member> members, GroupTimers timers) {}

    GroupProcessor(EngineSettings settings, Supplier<Rules> rules, KafkaMessages messages,
            EngineMeters meters) {
        this.settings = settings;
        this.rules = rules;
        this.messages = messages;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Task assigned = new Task(context, context.getStateStore(NodeNames.GROUP_STATE),
                context.getStateStore(NodeNames.GROUP_MEMBERS),
                new GroupTimers(context.getStateStore(NodeNames.GROUP_TIMERS)));
        task = assigned;
        // Wall-clock time: stream time stands still without records, and a repetition must not.
        ticks = context.schedule(settings.tick(), PunctuationType.WALL_CLOCK_TIME,
                now -> {
                    review(assigned, Instant.ofEpochMilli(now));
                    fireDue(assigned, Instant.ofEpochMilli(now));
                });
    }

    @Override
    public void close() {
        if (ticks != null) {
            ticks.cancel();
        }
    }

    @Override
    public void process(Record<String, Routed.ToGroup> received) {
        Task assigned = assigned();
        Routed.ToGroup told = received.value();
        Optional<GroupState> known = Optional.ofNullable(assigned.states().get(received.key()));
        if (known.isEmpty() && !(told.input() instanceof GroupInput.Changed)) {
            return; // of a group that is no more
        }
        step(assigned, told.id(), known, told.input(),
                Instant.ofEpochMilli(assigned.context().currentSystemTimeMs()));
    }

    /** Another set of rules may hold back, let go or tell others: some groups at each tick, until all were looked at. */
    private void review(Task assigned, Instant now) {
        Optional<String> from = reviews.from(rules.get().version());
        if (from.isEmpty()) {
            return;
        }
        List<GroupState> some = new ArrayList<>();
        try (KeyValueIterator<String, GroupState> all = assigned.states().range(from.get(), null)) {
            while (all.hasNext() && some.size() < settings.groupsPerTick()) {
                some.add(all.next().value);
            }
        }
        some.forEach(state -> step(assigned, state.id(), Optional.of(state), new GroupInput.Reviewed(), now));
        reviews.reached(some.size() < settings.groupsPerTick()
                ? Optional.empty()
                : Optional.of(some.getLast().id().key()));
    }

    private void fireDue(Task assigned, Instant now) {
        for (TimerKey key : assigned.timers().due(now, settings.groupsPerTick())) {
            Optional<GroupState> known = Optional.ofNullable(assigned.states().get(key.group()));
            if (known.isEmpty()) {
                assigned.timers().remove(key);
            } else {
                step(assigned, known.get().id(), known, new GroupInput.Tick(), now);
            }
        }
    }

    private void step(Task assigned, GroupId id, Optional<GroupState> known, GroupInput input, Instant now) {
        Rules inForce = rules.get();
        GroupStep step = GroupMachine.step(known.orElseGet(() -> GroupState.initial(id)),
                new MemberRows(id.key(), assigned.members()), input,
                inForce.subscriptions().find(id.subscription()), inForce, now);
        assigned.timers().move(id.key(), known.flatMap(GroupState::due), step.next().flatMap(GroupState::due));
        if (step.next().isEmpty()) {
            assigned.states().delete(id.key());
        } else if (!step.next().equals(known)) {
            assigned.states().put(id.key(), step.next().get());
        }
        step.pages().forEach(page -> write(assigned, page));
    }

    private void write(Task assigned, Page page) {
        meters.page(page.reason());
        LOGGER.atInfo().addKeyValue("subscription", page.subscription()).addKeyValue("receiver", page.channel())
                .addKeyValue("alertKey", page.alertKey()).addKeyValue("revision", page.revision())
                .addKeyValue("told", page.told()).addKeyValue("reason", page.reason())
                .addKeyValue("fresh", page.fresh()).addKeyValue("still", page.still())
                .addKeyValue("over", page.over()).log("page written");
        assigned.context().forward(new Record<>(page.key().getBytes(StandardCharsets.UTF_8),
                messages.codec().write(page), page.at().toEpochMilli(),
                messages.headers(page.key() + "|" + page.revision(), page.at(), page)));
    }

    private Task assigned() {
        if (task == null) {
            throw new IllegalStateException("a record came before the task was assigned");
        }
        return task;
    }
}
