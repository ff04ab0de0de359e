// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.http.Scope;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.wire.CloudEventAttributes;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;

/**
 * {@code POST /api/v1/events}: run events of ours as CloudEvents, one or a batch. All of a request are taken in or none is
 * accepted; the answer 202 means that Kafka has them.
 */
public final class EventRoutes implements HttpRoutes {

    private final String topic;
    private final int maxBatch;
    private final WireCodec codec;
    private final EventCheck check;
    private final AckedProducer producer;
    private final IngestMeters meters;
    private final InstantSource clock;

    /**
     * Makes the route.
     *
     * @param topic the full name of the events topic
     * @param maxBatch most events in a batch
     */
    public EventRoutes(String topic, int maxBatch, WireCodec codec, AckedProducer producer, IngestMeters meters,
            InstantSource clock) {
        this.topic = topic;
        this.maxBatch = maxBatch;
        this.codec = codec;
        this.check = new EventCheck(codec);
        this.producer = producer;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.POST, "/api/v1/events", Access.OPERATOR, this::take);
    }

    /**
     * The answer to accepted events.
     *
     * @param accepted how many
     * @param ids their CloudEvents ids, in order
     */
    private record Answer(int accepted, List<String> ids) {}

    private Response take(Request http) {
        CloudEventRequest request = CloudEventRequest.of(http, maxBatch);
        Instant now = clock.instant();
        List<EventCheck.Verdict.Accepted> accepted = new ArrayList<>();
        List<EventProblem> problems = new ArrayList<>();
        for (int index = 0; index < request.events().size(); index++) {
            switch (check.check(index, request.events().get(index), request.attributePrefix(), now)) {
                case EventCheck.Verdict.Accepted good -> accepted.add(good);
                case EventCheck.Verdict.Refused bad -> problems.addAll(bad.problems());
            }
        }
        if (!problems.isEmpty()) {
            problems.forEach(problem -> meters.refused(topic, problem.rule()));
            return EventProblem.refusal(problems, request.events().size());
        }
        accepted.forEach(each -> requireScope(http, each.event().instance().job()));
        return switch (producer.send(accepted.stream().map(each -> toRecord(each, http)).toList())) {
            case AckedProducer.Outcome.Acknowledged _ -> {
                accepted.forEach(each -> meters.accepted(topic, each.message().type().schemaName()));
                yield Response.json(202, new Answer(accepted.size(),
                        accepted.stream().map(each -> each.message().attributes().id()).toList()));
            }
            case AckedProducer.Outcome.Unavailable away -> Unacknowledged.unavailable(away);
            case AckedProducer.Outcome.TooLarge large -> Unacknowledged.tooLarge(large);
        };
    }

    /** Owners are not known here: whose scope asks for one sends no events. */
    static void requireScope(Request http, JobId job) {
        http.requireScope(Scope.Place.job(job.namespace(), job.name(), Optional.empty()));
    }

    /** Written anew, so that the topic holds the contract's own form whatever the sender's mode was. */
    private ProducerRecord<byte[], byte[]> toRecord(EventCheck.Verdict.Accepted accepted, Request http) {
        WireMessage message = accepted.message();
        CloudEventAttributes sent = message.attributes();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic,
                accepted.event().instance().key().getBytes(StandardCharsets.UTF_8), codec.write(message.data()));
        codec.headers(sent).forEach((name, value) -> record.headers().add(name, value));
        // An event of a batch may belong elsewhere than the request that brings it.
        TraceHeaders.write(record.headers(), KafkaMessages.traceparent(message).or(() -> traceparentOf(http)));
        return record;
    }

    /** The place in a trace that a request names. */
    static Optional<Traceparent> traceparentOf(Request http) {
        return http.header(Traceparent.HEADER).flatMap(Traceparent::parse);
    }
}
