// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.live;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.console.query.Views.AlertView;
import dev.reprise.console.query.Views.DecisionView;
import dev.reprise.console.query.Views.InstanceView;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.Questions.StoredDecision;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.EventStream;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.topic.Topics;

/**
 * Sends {@code instance}, {@code decision}, {@code alert} and {@code delivery} events to every client of {@code GET
 * /api/v1/stream}, and {@code changed} with the name of any other list of which something has changed. A client that comes back with {@code Last-Event-ID} gets what it missed, or {@code resync} when that is no longer known:
 * then it asks the query API anew. Safe for use by many threads.
 */
public final class LiveStream implements HttpRoutes {

    private static final int REMEMBERED = 1_000;
    /** A larger batch is the past being read, not the present: one hint replaces the flood. */
    private static final int LARGEST_BATCH = 500;
    private static final String RESYNC = "resync";
    /** The lists that people seldom change: that they did is told, and what is then asked for. */
    private static final Set<Topics> LISTS = EnumSet.of(Topics.JOBS, Topics.STORMS, Topics.CONTROLS, Topics.SILENCES,
            Topics.SUBSCRIPTIONS, Topics.ACKNOWLEDGEMENTS, Topics.AUDIT, Topics.DEAD_LETTERS);

    private final JsonAnswers answers;
    private final String lifetime;
    private final Deque<Sent> ring = new ArrayDeque<>();
    private final List<EventStream> clients = new ArrayList<>();
    private long sequence;

    /**
     * Makes a stream without clients.
     *
     * @param lifetime a text that differs from one life of the process to the next, since its numbers begin anew
     */
    public LiveStream(JsonAnswers answers, String lifetime) {
        this.answers = answers;
        this.lifetime = lifetime;
    }

    /** Whom a delivery goes to, and which group it is about. */
    private record Told(String channel, AlertKey group) {}

    /** Which list has changed, by its topic. */
    private record Changed(String list) {}

    private record Sent(long sequence, String event, String data) {}

    @Override
    public void register(RouteRegistry routes) {
        routes.events("/api/v1/stream", Access.VIEWER, this::open);
    }

    /** Tells all clients of records that the read model has taken in. */
    public synchronized void publish(List<Incoming> records) {
        if (records.size() > LARGEST_BATCH) {
            ring.clear();
            send(RESYNC, "{}");
            return;
        }
        Set<Topics> changed = EnumSet.noneOf(Topics.class);
        for (Incoming record : records) {
            if (record instanceof Incoming.Message message) {
                publish(message);
            }
            if (LISTS.contains(record.position().topic())) {
                changed.add(record.position().topic());
            }
        }
        changed.forEach(topic -> send("changed", json(new Changed(topic.suffix()))));
    }

    private void publish(Incoming.Message message) {
        switch (message.data()) {
            case InstanceSnapshot snapshot -> send("instance", json(InstanceView.of(snapshot)));
            case DecisionRecord decision -> send("decision", json(DecisionView.of(new StoredDecision(
                    message.position().kafkaPartition(), message.position().offset(), decision))));
            case Record data when data instanceof Alert alert -> send("alert", json(AlertView.of(alert)));
            case Notification told -> send("delivery", json(new Told(told.channel(), told.alertKey())));
            case Page page -> send("delivery", json(new Told(page.channel(), page.alertKey())));
            default -> {
                // of no interest to a page that shows the present
            }
        }
    }

    private void send(String event, String data) {
        Sent sent = new Sent(++sequence, event, data);
        ring.addLast(sent);
        if (ring.size() > REMEMBERED) {
            ring.removeFirst();
        }
        clients.removeIf(client -> !client.send(id(sent.sequence()), event, data));
    }

    private synchronized void open(Request request, EventStream client) {
        request.header("Last-Event-ID").ifPresent(last -> catchUp(client, last));
        clients.add(client);
        client.onClose(() -> forget(client));
    }

    private synchronized void forget(EventStream client) {
        clients.remove(client);
    }

    private void catchUp(EventStream client, String lastEventId) {
        Optional<Long> last = sequenceOf(lastEventId);
        long oldest = ring.isEmpty() ? sequence + 1 : ring.getFirst().sequence();
        if (last.isEmpty() || last.get() + 1 < oldest) {
            client.send(id(sequence), RESYNC, "{}");
            return;
        }
        ring.stream().filter(sent -> sent.sequence() > last.get())
                .forEach(sent -> client.send(id(sent.sequence()), sent.event(), sent.data()));
    }

    private Optional<Long> sequenceOf(String id) {
        String prefix = lifetime + "-";
        try {
            return id.startsWith(prefix) ? Optional.of(Long.valueOf(id.substring(prefix.length()))) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private String id(long number) {
        return lifetime + "-" + number;
    }

    private String json(Object value) {
        return new String(answers.bytes(value), StandardCharsets.UTF_8);
    }
}
