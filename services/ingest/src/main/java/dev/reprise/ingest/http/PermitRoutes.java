// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.permit.PermitAnswers;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;
import dev.reprise.schemas.wire.WireType;

/**
 * {@code POST /api/v1/permits}: a gated run asks whether it may go on. The request is in Kafka before anything is
 * answered; the answer is the coordinator's, as committed. {@code GET /api/v1/permits/{requestId}} asks again for it, at
 * any node.
 */
public final class PermitRoutes implements HttpRoutes {
    private static final String PATH = "/api/v1/permits";

    private final String topic;
    private final KafkaMessages messages;
    private final PermitQuestion question;
    private final AckedProducer producer;
    private final PermitAnswers answers;
    private final IngestMeters meters;
    private final InstantSource clock;

    /**
     * Makes the routes.
     *
     * @param topic the full name of the events topic
     */
    public PermitRoutes(String topic, KafkaMessages messages, AckedProducer producer, PermitAnswers answers,
            IngestMeters meters, InstantSource clock) {
        this.topic = topic;
        this.messages = messages;
        this.question = new PermitQuestion(messages.codec());
        this.producer = producer;
        this.answers = answers;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.POST, PATH, Access.OPERATOR, this::ask);
        routes.get(PATH + "/{requestId}", Access.OPERATOR, this::askAgain);
    }

    private Response ask(Request http) {
        Duration longest = PermitQuestion.waiting(http);
        Instant now = clock.instant();
        PermitRequested request = question.read(http.json(), now);
        EventRoutes.requireScope(http, request.instance().job());
        ProducerRecord<byte[], byte[]> record = messages.toRecord(topic, request.instance().key(), request.requestId(),
                now, request);
        TraceHeaders.write(record.headers(), EventRoutes.traceparentOf(http));
        return switch (producer.send(List.of(record))) {
            case AckedProducer.Outcome.Acknowledged _ -> {
                meters.accepted(topic, WireType.PERMIT_REQUESTED.schemaName());
                yield answer(request.requestId(), longest);
            }
            case AckedProducer.Outcome.Unavailable away -> Unacknowledged.unavailable(away);
            case AckedProducer.Outcome.TooLarge large -> Unacknowledged.tooLarge(large);
        };
    }

    private Response askAgain(Request http) {
        return answer(http.pathParameter("requestId"), PermitQuestion.waiting(http));
    }

    private Response answer(String requestId, Duration longest) {
        Optional<Permit> permit;
        try {
            permit = answers.await(requestId, longest);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Response.problem(Problem.of(503, "the process is stopping").fixedBy("ask another node"));
        }
        return permit.map(this::told).orElseGet(() -> waiting(requestId));
    }

    /** The answer of the log: the permit's own fields, and beside them what a person wants to read. */
    private Response told(Permit permit) {
        ObjectNode answer = messages.codec().mapper().valueToTree(permit);
        switch (permit) {
            case PermitGranted _ -> answer.put("state", "GRANTED");
            case PermitRefused refused ->
                answer.put("state", "REFUSED").put("detail", refused.reason().meaning());
        }
        return Response.json(answer);
    }

    /** Not answered yet, or asked so long ago, or elsewhere, that nothing of it is known here. */
    private static Response waiting(String requestId) {
        String place = PATH + "/" + URLEncoder.encode(requestId, StandardCharsets.UTF_8).replace("+", "%20");
        return Response.json(202, Map.of("requestId", requestId, "state", "WAITING", "askAgainAt", place))
                .with("Location", place).with("Retry-After", "1");
    }
}
