// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.coordinator.failpoint.Failpoint;
import dev.reprise.core.storm.GroupInput;
import dev.reprise.core.storm.GroupMachine;
import dev.reprise.core.storm.GroupState;
import dev.reprise.core.storm.GroupStep;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireMessage;

/**
 * Takes in what reaches a group of jobs, lets the core rule, and tells the instances. One for each task; its thread alone
 * uses it.
 */
final class GroupProcessor
        implements
            Processor<byte @Nullable [], byte @Nullable [], byte @Nullable [], byte @Nullable []> {
    private static final Logger LOGGER = LoggerFactory.getLogger(GroupProcessor.class);
    private static final Duration TOTALS_EVERY = Duration.ofSeconds(1);
    private static final byte[] PRESENT = new byte[0];
    private final TopologySettings settings;
    private final KafkaMessages messages;
    private final CoordinatorMeters meters;
    private final Failpoints failpoints;
    private final Tracing tracing;
    private final StoreRows rows;
    private final List<Cancellable> punctuations = new ArrayList<>();
    private @Nullable Task task;

    /** What a task has once it is assigned. */
    private record Task(String name, ProcessorContext<byte @Nullable [], byte @Nullable []> context,
            KeyValueStore<String, GroupState> states, KeyValueStore<Bytes, byte[]> rows,
            KeyValueStore<Bytes, byte[]> timers, GroupMeters.Holding holding) {}

    GroupProcessor(TopologySettings settings, KafkaMessages messages, CoordinatorMeters meters,
            Failpoints failpoints, Tracing tracing) {
        this.tracing = tracing;
        this.settings = settings;
        this.messages = messages;
        this.meters = meters;
        this.failpoints = failpoints;
        this.rows = new StoreRows(messages.codec());
    }

    @Override
    public void init(ProcessorContext<byte @Nullable [], byte @Nullable []> context) {
        Task assigned = new Task(context.taskId().toString(), context, context.getStateStore(NodeNames.GROUP_STATE),
                context.getStateStore(NodeNames.GROUP_ROWS), context.getStateStore(NodeNames.GROUP_TIMERS),
                new GroupMeters.Holding());
        task = assigned;
        try (KeyValueIterator<String, GroupState> groups = assigned.states().all()) {
            groups.forEachRemaining(group -> assigned.holding().changed(group.value));
        }
        // Wall-clock time: stream time stands still without records, and a release must not.
        punctuations.add(context.schedule(settings.tick(), PunctuationType.WALL_CLOCK_TIME,
                now -> fireDue(assigned, Instant.ofEpochMilli(now))));
        punctuations.add(context.schedule(TOTALS_EVERY, PunctuationType.WALL_CLOCK_TIME,
                now -> meters.groups().totals(assigned.name(), assigned.holding().totals(Instant.ofEpochMilli(now)))));
    }

    @Override
    public void close() {
        punctuations.forEach(Cancellable::cancel);
        if (task != null) {
            meters.groups().forget(task.name());
        }
    }

    @Override
    public void process(Record<byte @Nullable [], byte @Nullable []> received) {
        Task assigned = assigned();
        RecordMetadata position = assigned.context().recordMetadata().orElseThrow();
        String topic = Topics.ADMISSIONS.suffix();
        WireMessage message;
        AdmissionMessage told;
        try {
            message = messages.read(received.headers(), received.value());
            told = admission(message);
            Routing.check(settings, received.key(), told.group(), "group", position.partition());
        } catch (MalformedMessageException e) {
            meters.consumed(topic, "unreadable", false);
            meters.deadLetter(topic, e.kind());
            LOGGER.atWarn().addKeyValue("topic", position.topic()).addKeyValue("kafkaPartition", position.partition())
                    .addKeyValue("offset", position.offset()).addKeyValue("cause", e.kind())
                    .log("record set aside as dead letter");
            assigned.context().forward(received.withHeaders(DeadLetterHeaders.of(received.headers(),
                    new DeadLetterHeaders.Place(position.topic(), position.partition(), position.offset()), e)),
                    NodeNames.GROUP_DEAD_LETTERS_SINK);
            return;
        }
        meters.consumed(topic, message.type().schemaName(), true);
        failpoints.pass(Failpoint.BEFORE_GROUP_STEP);
        Instant now = Instant.ofEpochMilli(assigned.context().currentSystemTimeMs());
        // What it answers follows from what it was told, also where that concerns another instance.
        Optional<Traceparent> traceparent = KafkaMessages.traceparent(message);
        try (Tracing.Within _ = tracing.within(traceparent)) {
            step(assigned, told.group(), new GroupInput.Told(told, now), message.attributes().id(), traceparent);
        }
    }

    private static AdmissionMessage admission(WireMessage message) {
        if (message.data() instanceof AdmissionMessage told) {
            return told;
        }
        throw new MalformedMessageException(MalformedMessageException.Kind.UNKNOWN_TYPE, "type",
                "type '" + message.attributes().type() + "' does not belong in topic " + Topics.ADMISSIONS.suffix());
    }

    private void fireDue(Task assigned, Instant now) {
        List<GroupTimerKey> due = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> timers = assigned.timers().range(GroupTimerKey.first(),
                GroupTimerKey.after(now))) {
            while (timers.hasNext() && due.size() < settings.timersPerTick()) {
                KeyValue<Bytes, byte[]> row = timers.next();
                due.add(GroupTimerKey.read(row.key));
            }
        }
        for (GroupTimerKey key : due) {
            assigned.timers().delete(key.bytes());
            step(assigned, key.group(), new GroupInput.Tick(now), key.group() + "@" + now.toEpochMilli(),
                    Optional.empty());
        }
    }

    private void step(Task assigned, String group, GroupInput input, String inputId,
            Optional<Traceparent> traceparent) {
        GroupState before = Optional.ofNullable(assigned.states().get(group))
                .orElseGet(() -> GroupState.initial(group));
        GroupStep step = GroupMachine.step(before, input, rows.of(group, assigned.rows()));
        store(assigned, before, step.next());
        count(before.storming(), step.next().storming());
        failpoints.pass(Failpoint.AFTER_GROUP_STORE);
        int index = 0;
        for (CoordinatorEvent answer : step.answers()) {
            forward(assigned, NodeNames.GROUP_ANSWERS_SINK, answer.instance().key(), inputId + "#" + index++,
                    step.next().clock(), (java.lang.Record) answer, traceparent);
        }
        for (String subject : step.closed()) {
            LOGGER.atInfo().addKeyValue("group", group).addKeyValue("subject", subject).log("breaker closed");
            assigned.context().forward(new Record<>(subject.getBytes(StandardCharsets.UTF_8), null,
                    step.next().clock().toEpochMilli()), NodeNames.STORMS_SINK);
        }
        for (StormSnapshot snapshot : step.changed()) {
            log(snapshot, step.next().clock());
            forward(assigned, NodeNames.STORMS_SINK, snapshot.subject(), inputId + "#" + index++, step.next().clock(),
                    snapshot, Optional.empty());
        }
        failpoints.pass(Failpoint.AFTER_GROUP_FORWARD);
    }

    private void count(Map<String, BreakerState> before, Map<String, BreakerState> after) {
        after.forEach((signature, state) -> {
            if (state != before.get(signature)) {
                meters.groups().transition(state);
            }
        });
        before.keySet().stream().filter(signature -> !after.containsKey(signature))
                .forEach(_ -> meters.groups().transition(BreakerState.CLOSED));
    }

    private static void store(Task assigned, GroupState before, GroupState after) {
        before.nextDue().ifPresent(
                due -> assigned.timers().delete(GroupTimerKey.of(before.group(), due).bytes()));
        after.nextDue().ifPresent(
                due -> assigned.timers().put(GroupTimerKey.of(after.group(), due).bytes(), PRESENT));
        assigned.states().put(after.group(), after);
        assigned.holding().changed(after);
    }

    /** A change of state is told once; that one more is held is not worth a line. */
    private static void log(StormSnapshot snapshot, Instant now) {
        boolean begins = snapshot.updatedAt().equals(now);
        (begins ? LOGGER.atInfo() : LOGGER.atDebug()).addKeyValue("group", snapshot.group())
                .addKeyValue("subject", snapshot.subject()).addKeyValue("state", snapshot.state())
                .addKeyValue("held", snapshot.held()).log("breaker changed");
    }

    private void forward(Task assigned, String sink, String key, String id, Instant now, java.lang.Record message,
            Optional<Traceparent> traceparent) {
        assigned.context().forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                now.toEpochMilli(), messages.headers(id, now, message, traceparent)), sink);
    }

    private Task assigned() {
        if (task == null) {
            throw new IllegalStateException("a record came before the task was assigned");
        }
        return task;
    }
}
