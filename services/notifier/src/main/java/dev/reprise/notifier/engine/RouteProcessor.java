// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.KeyValue;
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
import dev.reprise.notifier.rules.Rules;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * Brings each revision of an alert to the groups that it belongs to, and tells the groups that it has left. Remembers
 * where open alerts went: the end of one goes there, whatever the subscriptions say by then; and when they have changed,
 * every open alert is routed anew.
 */
final class RouteProcessor implements Processor<byte @Nullable [], byte @Nullable [], String, Routed> {
    private static final Logger LOGGER = LoggerFactory.getLogger(RouteProcessor.class);
    private final EngineSettings settings;
    private final Supplier<Rules> rules;
    private final KafkaMessages messages;
    private final EngineMeters meters;
    private @Nullable Task task;

    /** What a task has once it is assigned. */
    private record Task(ProcessorContext<String, Routed> context, KeyValueStore<String, Route> routes) {}

    RouteProcessor(EngineSettings settings, Supplier<Rules> rules, KafkaMessages messages,
            EngineMeters meters) {
        this.settings = settings;
        this.rules = rules;
        this.messages = messages;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<String, Routed> context) {
        Task assigned = new Task(context, context.getStateStore(NodeNames.ALERT_ROUTES));
        task = assigned;
        Rerouting rerouting = new Rerouting(assigned);
        Watching watching = new Watching(context, assigned.routes());
        context.schedule(settings.tick(), PunctuationType.WALL_CLOCK_TIME, now -> {
            watching.look(rules.get().subscriptions().askForWatchdog(), Instant.ofEpochMilli(now));
            rerouting.some();
        });
    }

    @Override
    public void process(Record<byte @Nullable [], byte @Nullable []> received) {
        Task assigned = assigned();
        if (received.value() == null) {
            return; // deleted by a person: what was told of it is closed by the subscription's own means
        }
        Alert alert;
        try {
            alert = read(received);
        } catch (MalformedMessageException e) {
            Entrance.reject(assigned.context(), received, e, Topics.ALERTS, meters);
            return;
        }
        Optional<Route> before = Optional.ofNullable(assigned.routes().get(alert.alertKey().value()));
        if (before.filter(route -> route.alert().revision() > alert.revision()).isPresent()) {
            return;
        }
        route(assigned, alert, before);
    }

    private void route(Task assigned, Alert alert, Optional<Route> before) {
        long now = assigned.context().currentSystemTimeMs();
        List<GroupId> known = before.map(Route::groups).orElse(List.of());
        if (alert instanceof AlertResolved) {
            known.forEach(id -> send(assigned, id, new GroupInput.Changed(alert), now));
            assigned.routes().delete(alert.alertKey().value());
            return;
        }
        Set<GroupId> groups = new LinkedHashSet<>();
        Rules inForce = rules.get();
        Subscriptions subscriptions = inForce.subscriptions();
        Map<String, String> labels = AlertLabels.of(alert);
        for (Subscription each : subscriptions.of(labels)) {
            groups.add(GroupId.of(each, subscriptions.isImplied(each), alert, labels));
        }
        known.stream().filter(id -> !groups.contains(id))
                .forEach(id -> send(assigned, id, new GroupInput.Left(alert.alertKey()), now));
        groups.forEach(id -> send(assigned, id, new GroupInput.Changed(alert), now));
        assigned.routes().put(alert.alertKey().value(), new Route(alert, new ArrayList<>(groups), inForce.digest()));
    }

    private static void send(Task assigned, GroupId id, GroupInput input, long now) {
        assigned.context().forward(new Record<>(id.key(), new Routed.ToGroup(id, input), now));
    }

    private Alert read(Record<byte @Nullable [], byte @Nullable []> received) {
        if (messages.read(received.headers(), received.value()).data() instanceof Alert alert) {
            return alert;
        }
        throw new MalformedMessageException(MalformedMessageException.Kind.UNKNOWN_TYPE, "type",
                "the type is that of no alert: write it to its own topic");
    }

    /** Open alerts that were routed by other subscriptions, some at each tick, after an assignment and a change. */
    private final class Rerouting {
        private final Task assigned;
        private final Sweep<String> sweep = new Sweep<>();
        private int count;

        private Rerouting(Task assigned) {
            this.assigned = assigned;
        }

        private void some() {
            String inForce = rules.get().digest();
            Optional<String> from = sweep.from(inForce);
            if (from.isEmpty()) {
                return;
            }
            List<KeyValue<String, Route>> rows = new ArrayList<>();
            try (KeyValueIterator<String, Route> all = assigned.routes().range(from.get(), null)) {
                while (all.hasNext() && rows.size() < settings.groupsPerTick()) {
                    rows.add(all.next());
                }
            }
            for (KeyValue<String, Route> row : rows) {
                if (!row.value.digest().equals(inForce)) {
                    route(assigned, row.value.alert(), Optional.of(row.value));
                    count++;
                }
            }
            boolean through = rows.size() < settings.groupsPerTick();
            sweep.reached(through ? Optional.empty() : Optional.of(rows.getLast().key));
            if (through && count > 0) {
                LOGGER.atInfo().addKeyValue("alerts", count).log("open alerts routed by changed subscriptions");
                count = 0;
            }
        }
    }

    private Task assigned() {
        if (task == null) {
            throw new IllegalStateException("a record came before the task was assigned");
        }
        return task;
    }
}
