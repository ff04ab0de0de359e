// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
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
import dev.reprise.coordinator.registry.Registration;
import dev.reprise.core.instance.Effects;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Outgoing;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireMessage;

/**
 * Takes in what concerns an instance, lets the core decide, and writes the outcome. The core has run to its end before
 * anything is stored or forwarded, so that no failure can leave half a step. One for each task; its thread alone uses it.
 */
final class InstanceProcessor
        implements
            Processor<byte @Nullable [], byte @Nullable [], byte @Nullable [], byte @Nullable []> {
    private static final Logger LOGGER = LoggerFactory.getLogger(InstanceProcessor.class);
    private static final Duration TALLY_EVERY = Duration.ofSeconds(1);
    private static final Duration JOBS_EVERY = Duration.ofSeconds(10);
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(5);
    /** Forgetting is never urgent, and everything else is. */
    private static final int MOST_FORGOTTEN_PER_TICK = 50;
    private final TopologySettings settings;
    private final Function<JobId, Optional<Registration>> registry;
    private final KafkaMessages messages;
    private final CoordinatorMeters meters;
    private final Failpoints failpoints;
    private final Tracing tracing;
    private final List<Cancellable> punctuations = new ArrayList<>();
    private @Nullable Task task;

    /** What a task has once it is assigned. */
    private record Task(String name, ProcessorContext<byte @Nullable [], byte @Nullable []> context,
            KeyValueStore<String, StateRow> states, KeyValueStore<Bytes, byte[]> timers, Tally tally,
            DecisionTrace trace, TimerSweep sweep) {}

    InstanceProcessor(TopologySettings settings, Function<JobId, Optional<Registration>> registry,
            KafkaMessages messages, CoordinatorMeters meters, Failpoints failpoints, Tracing tracing) {
        this.tracing = tracing;
        this.settings = settings;
        this.registry = registry;
        this.messages = messages;
        this.meters = meters;
        this.failpoints = failpoints;
    }

    @Override
    public void init(ProcessorContext<byte @Nullable [], byte @Nullable []> context) {
        KeyValueStore<String, StateRow> states = context.getStateStore(NodeNames.INSTANCE_STATE);
        Task assigned = new Task(context.taskId().toString(), context, states,
                context.getStateStore(NodeNames.INSTANCE_TIMERS),
                new Tally(context.getStateStore(NodeNames.INSTANCE_TALLY)),
                new DecisionTrace(tracing, context.applicationId()), new TimerSweep(states));
        task = assigned;
        // Wall-clock time: stream time stands still without records, and a timer must not.
        punctuations.add(context.schedule(settings.tick(), PunctuationType.WALL_CLOCK_TIME,
                now -> fireDue(assigned, Instant.ofEpochMilli(now))));
        punctuations.add(context.schedule(TALLY_EVERY, PunctuationType.WALL_CLOCK_TIME,
                now -> meters.tally(assigned.name(), assigned.tally().snapshot())));
        punctuations.add(context.schedule(JOBS_EVERY, PunctuationType.WALL_CLOCK_TIME,
                now -> lookAtJobs(assigned, Instant.ofEpochMilli(now))));
        punctuations.add(context.schedule(SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, _ -> sweep(assigned)));
        failpoints.pass(Failpoint.AFTER_ASSIGNMENT);
    }

    @Override
    public void close() {
        failpoints.pass(Failpoint.IN_REVOKE);
        punctuations.forEach(Cancellable::cancel);
        if (task != null) {
            meters.forget(task.name());
        }
    }

    @Override
    public void process(Record<byte @Nullable [], byte @Nullable []> received) {
        Task assigned = assigned();
        RecordMetadata position = assigned.context().recordMetadata().orElseThrow();
        String topic = settings.suffix(position.topic());
        WireMessage message;
        Optional<InstanceId> instance;
        try {
            message = messages.read(received.headers(), received.value());
            instance = instanceOf(message, topic);
            if (instance.isPresent() && topic.equals(Topics.EVENTS.suffix())) {
                Routing.check(settings, received.key(), instance.get().key(), "instance", position.partition());
            }
        } catch (MalformedMessageException e) {
            meters.consumed(topic, "unreadable", false);
            meters.deadLetter(topic, e.kind());
            LOGGER.atWarn().addKeyValue("topic", position.topic()).addKeyValue("kafkaPartition", position.partition())
                    .addKeyValue("offset", position.offset()).addKeyValue("cause", e.kind())
                    .log("record set aside as dead letter");
            assigned.context().forward(received.withHeaders(DeadLetterHeaders.of(received.headers(),
                    new DeadLetterHeaders.Place(position.topic(), position.partition(), position.offset()), e)),
                    NodeNames.DEAD_LETTERS_SINK);
            failpoints.pass(Failpoint.AFTER_DEAD_LETTER);
            return;
        }
        meters.consumed(topic, message.type().schemaName(), true);
        failpoints.pass(Failpoint.BEFORE_STEP);
        if (instance.isPresent()) {
            takeIn(assigned, instance.get(), message, received.timestamp(), position);
        }
    }

    /** Absent for a takeover, which concerns the runners alone. */
    private static Optional<InstanceId> instanceOf(WireMessage message, String topic) {
        if (!message.type().topic().suffix().equals(topic)) {
            throw new MalformedMessageException(MalformedMessageException.Kind.UNKNOWN_TYPE, "type",
                    "type '" + message.attributes().type() + "' does not belong in topic " + topic);
        }
        return switch (message.data()) {
            case InstanceEvent event -> Optional.of(event.instance());
            case RerunDispatch dispatch -> Optional.of(dispatch.instance());
            default -> Optional.empty();
        };
    }

    /** What a step answers, beside what the core makes of it. */
    private record Occasion(Cause cause, Optional<AttemptId> subject, String inputId,
            Optional<Traceparent> traceparent) {
        /** A timer belongs to no trace. */
        static Occasion ofTimer(String timer, String inputId) {
            return new Occasion(new Cause("timer " + timer, Optional.empty(), Optional.empty(), Optional.empty()),
                    Optional.empty(), inputId, Optional.empty());
        }
    }

    private void takeIn(
            Task assigned, InstanceId instance, WireMessage message, long timestamp, RecordMetadata position) {
        Instant now = Instant.ofEpochMilli(assigned.context().currentSystemTimeMs());
        Instant appended = Instant.ofEpochMilli(timestamp);
        meters.lag(settings.suffix(position.topic()), Duration.between(appended, now));
        Cause cause = new Cause(message.type().schemaName(), Optional.of(position.topic()),
                Optional.of(position.partition()), Optional.of(position.offset()));
        InstanceFact.Input input = switch (message.data()) {
            case InstanceEvent event -> new InstanceFact.Observed(event, position.offset(), appended, now);
            case RerunDispatch dispatch -> new InstanceFact.Dispatched(dispatch, now);
            default -> throw new IllegalStateException("no input for " + message.type());
        };
        boolean decided = step(assigned, instance, input, new Occasion(cause, subject(message.data()),
                message.attributes().id(), KafkaMessages.traceparent(message)));
        if (decided) {
            meters.latency(Duration.between(appended, now));
        }
    }

    /** The attempt that a record is about, where it is about one. */
    private static Optional<AttemptId> subject(java.lang.Record data) {
        return switch (data) {
            case RunEvent run -> Optional.of(run.attemptId());
            case PermitRequested request -> Optional.of(request.attemptId());
            default -> Optional.empty();
        };
    }

    private void fireDue(Task assigned, Instant now) {
        List<TimerKey> due = due(assigned, TimerKey.first(), TimerKey.after(now.toEpochMilli()),
                settings.timersPerTick());
        due.forEach(key -> fire(assigned, key, now));
        // A clock that jumped ahead must not make anything forgotten: the log has to have come as far.
        Instant known = Instant.ofEpochMilli(
                Math.min(now.toEpochMilli(), assigned.context().currentStreamTimeMs()));
        due(assigned, TimerKey.firstForgetting(), TimerKey.afterForgetting(known.toEpochMilli()),
                Math.min(settings.timersPerTick() - due.size(), MOST_FORGOTTEN_PER_TICK))
                .forEach(key -> fire(assigned, key, known));
    }

    private static List<TimerKey> due(Task assigned, Bytes first, Bytes after, int most) {
        List<TimerKey> due = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> rows = assigned.timers().range(first, after)) {
            while (due.size() < most && rows.hasNext()) {
                due.add(TimerKey.read(rows.next().key));
            }
        }
        return due;
    }

    private void fire(Task assigned, TimerKey key, Instant now) {
        // A row that no state speaks of any more would be found again at each tick.
        assigned.timers().delete(key.bytes());
        failpoints.pass(Failpoint.IN_TIMER);
        step(assigned, key.instance(), new InstanceFact.TimerFired(key.timer().purpose(), key.timer().due(), now),
                Occasion.ofTimer(key.timer().purpose().name(), key.instance().key() + "@" + key.timer().purpose() + "@"
                        + key.timer().due().toEpochMilli()));
    }

    /** What has no timer gets the one that its state asks for now. */
    private void sweep(Task assigned) {
        for (StateRow row : assigned.sweep().next(settings.timersPerTick())) {
            Optional<Registration> registered = registry.apply(row.state().instance().job());
            Timers.of(row.state(), view(registered)).ifPresent(timer -> store(assigned, row,
                    new StateRow(StateRow.VERSION, row.state(), Optional.of(timer), row.traceparent())));
        }
    }

    /** An alert under the name of a job ends with what is in force for it, which no instance is told of. */
    private void lookAtJobs(Task assigned, Instant now) {
        for (InstanceId instance : assigned.tally().tellingOfJobs(settings.timersPerTick())) {
            if (registry.apply(instance.job()).isPresent()) {
                // No instance waits for this timer: it means nothing beside the look.
                step(assigned, instance, new InstanceFact.TimerFired(WaitPurpose.OTHER_RUN, now, now),
                        Occasion.ofTimer("REGISTRY", instance.key() + "@registry@" + now.toEpochMilli()));
            }
        }
    }

    private boolean step(Task assigned, InstanceId instance, InstanceFact.Input input, Occasion occasion) {
        StateRow row = Optional.ofNullable(assigned.states().get(instance.key()))
                .orElseGet(() -> new StateRow(StateRow.VERSION, InstanceState.initial(instance), Optional.empty(),
                        Optional.empty()));
        Optional<Registration> registered = registry.apply(instance.job());
        Optional<JobDefinition> job = registered.map(Registration::definition);
        JobView view = view(registered);
        Step step = InstanceMachine.step(row.state(), input, view);
        step.facts().stream().filter(InstanceFact.Diagnosed.class::isInstance).map(InstanceFact.Diagnosed.class::cast)
                .forEach(diagnosed -> meters.classified(diagnosed.classification().failureClass()));
        step.forgotten().ifPresent(meters::forgotten);
        failpoints.pass(Failpoint.BEFORE_STORE);
        if (step.forgotten().filter(InstanceFact.Forgotten.Extent.ALL::equals).isPresent()) {
            forget(assigned, row, input.now());
            return false;
        }
        Optional<Timers.Timer> timer = Timers.of(step.next(), view);
        Origins origins = Origins.of(row.traceparent().flatMap(Traceparent::parse), occasion.traceparent(), row.state(),
                step);
        store(assigned, row, new StateRow(StateRow.VERSION, step.next(), timer, origins.kept()));
        failpoints.pass(Failpoint.AFTER_STORE);
        Outputs before = new Outputs(row.state(), row.state().status(), job, view, occasion.cause(),
                occasion.subject(), input.now());
        Outputs after = new Outputs(step.next(), row.state().status(), job, view, occasion.cause(),
                occasion.subject(), input.now());
        emit(assigned, step, before, after, occasion.inputId(), origins);
        tell(assigned, Effects.of(row.state(), input, step.next(), view), occasion.inputId(), input.now(), origins);
        failpoints.pass(Failpoint.AFTER_FORWARD);
        return !step.decisions().isEmpty();
    }

    private JobView view(Optional<Registration> registered) {
        return registered.<JobView>map(entry -> entry.view().remembered(settings.remembrance()))
                .orElseGet(() -> new JobView.Unknown(settings.remembrance()));
    }

    /** The end of the key: whoever follows the latest state of instances forgets it as well. What was decided stays. */
    private void forget(Task assigned, StateRow last, Instant now) {
        String key = last.state().instance().key();
        last.timer().ifPresent(
                timer -> assigned.timers().delete(new TimerKey(last.state().instance(), timer).bytes()));
        assigned.states().delete(key);
        assigned.tally().forgotten(last.state());
        failpoints.pass(Failpoint.AFTER_STORE);
        assigned.context().forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), null, now.toEpochMilli()),
                NodeNames.INSTANCES_SINK);
        failpoints.pass(Failpoint.AFTER_FORWARD);
    }

    private void store(Task assigned, StateRow before, StateRow after) {
        InstanceId instance = after.state().instance();
        if (!before.timer().equals(after.timer())) {
            before.timer().ifPresent(timer -> assigned.timers().delete(new TimerKey(instance, timer).bytes()));
        }
        after.timer().ifPresent(timer -> assigned.timers().put(new TimerKey(instance, timer).bytes(), new byte[0]));
        if (!before.equals(after)) {
            assigned.states().put(instance.key(), after);
            assigned.tally().changed(before.state(), after.state());
        }
    }

    private void emit(Task assigned, Step step, Outputs before, Outputs after, String inputId, Origins origins) {
        String key = step.next().instance().key();
        int index = 0;
        for (Decision decision : step.decisions()) {
            meters.decided(decision);
            log(step.next().instance(), decision);
            DecisionRecord told = after.record(decision);
            try (TracedWork work = assigned.trace().begin(told, origins);
                    Tracing.Within _ = assigned.trace().within(work)) {
                forward(assigned, NodeNames.DECISIONS_SINK, key, inputId + "#" + index++, after.now(), told,
                        work.traceparent());
                failpoints.pass(Failpoint.AFTER_DECISION);
                emit(assigned, decision, after, work.traceparent());
            }
        }
        InstanceSnapshot snapshot = after.snapshot();
        if (!sameButForTime(before.snapshot(), snapshot)) {
            forward(assigned, NodeNames.INSTANCES_SINK, key, inputId, after.now(), snapshot, Optional.empty());
        }
    }

    /** What goes with the record of a decision. */
    private void emit(Task assigned, Decision decision, Outputs after, Optional<Traceparent> traceparent) {
        String key = after.after().instance().key();
        switch (decision) {
            case Decision.Rerun rerun -> forward(assigned, NodeNames.COMMANDS_SINK, key, rerun.rerunId().value(),
                    after.now(), after.start(rerun), traceparent);
            case Decision.Withdraw withdraw -> forward(assigned, NodeNames.COMMANDS_SINK, key,
                    withdraw.rerunId().value() + "-cancel", after.now(), after.cancel(withdraw), traceparent);
            case Decision.Alert alert ->
                forwardAlert(assigned, after.firing(alert, traceparent), after.now(), traceparent);
            case Decision.Resolve resolve ->
                forwardAlert(assigned, after.resolved(resolve, traceparent), after.now(), traceparent);
            case Decision.Grant grant -> forward(assigned, NodeNames.PERMITS_SINK, key, grant.requestId(),
                    after.now(), after.granted(grant), traceparent);
            case Decision.Refuse refuse -> forward(assigned, NodeNames.PERMITS_SINK, key, refuse.requestId(),
                    after.now(), after.refused(refuse), traceparent);
            case Decision.Wait _,Decision.Suppress _,Decision.Shadow _ -> {
                // The decision record says it all.
            }
        }
    }

    private void tell(Task assigned, List<Outgoing> told, String inputId, Instant now, Origins origins) {
        Optional<Traceparent> traceparent = origins.passedOn();
        int index = 0;
        try (Tracing.Within _ = assigned.trace().within(origins)) {
            for (Outgoing outgoing : told) {
                String id = inputId + "!" + index++;
                switch (outgoing) {
                    case Outgoing.ToInstance(CoordinatorEvent event) -> forward(assigned,
                            NodeNames.INSTANCES_TOLD_SINK, event.instance().key(), id, now, (java.lang.Record) event,
                            traceparent);
                    case Outgoing.ToGroup(AdmissionMessage message) -> forward(assigned, NodeNames.ADMISSIONS_SINK,
                            message.group(), id, now, (java.lang.Record) message, traceparent);
                }
            }
        }
    }

    private void forwardAlert(Task assigned, dev.reprise.schemas.alert.Alert alert, Instant now,
            Optional<Traceparent> traceparent) {
        forward(assigned, NodeNames.ALERTS_SINK, alert.alertKey().value(), alert.alertKey() + "@" + alert.revision(),
                now, (java.lang.Record) alert, traceparent);
    }

    private void forward(Task assigned, String sink, String key, String id, Instant now, java.lang.Record message,
            Optional<Traceparent> traceparent) {
        assigned.context().forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                now.toEpochMilli(), messages.headers(id, now, message, traceparent)), sink);
    }

    private static boolean sameButForTime(InstanceSnapshot before, InstanceSnapshot after) {
        return after.equals(new InstanceSnapshot(before.job(), before.partition(), before.status(), before.reason(),
                before.generation(), before.episode(), before.reruns(), before.attempt(), before.rerunId(),
                before.nextAt(), before.openAlerts(), after.updatedAt()));
    }

    private static void log(InstanceId instance, Decision decision) {
        boolean loud = decision instanceof Decision.Rerun || decision instanceof Decision.Alert;
        (loud ? LOGGER.atInfo() : LOGGER.atDebug()).addKeyValue("jobId", instance.job())
                .addKeyValue("partitionKey", instance.partition())
                .addKeyValue("decision", decision.kind()).addKeyValue("reason", decision.reason())
                .log("decided");
    }

    private Task assigned() {
        if (task == null) {
            throw new IllegalStateException("a record came before the task was assigned");
        }
        return task;
    }
}
