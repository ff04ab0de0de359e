// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.LineageEnvelope;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.trace.TraceHeaders;

/**
 * {@code POST /api/v1/lineage} and {@code /api/v1/lineage/batch}: OpenLineage events into the raw topic, untouched. The
 * path is where OpenLineage's own HTTP transport posts by default; as that client does not retry, every 2xx means that Kafka
 * has the event.
 */
public final class LineageRoutes implements HttpRoutes {

    private static final String JSON = "application/json";

    private final RawLineage raw;
    private final int maxBatch;
    private final ByteSize maxEvent;
    private final AckedProducer producer;
    private final IngestMeters meters;
    private final InstantSource clock;

    /**
     * Makes the routes.
     *
     * @param maxBatch most events in a batch
     * @param maxEvent largest single event, decompressed: it must fit into one Kafka record
     */
    public LineageRoutes(RawLineage raw, int maxBatch, ByteSize maxEvent, AckedProducer producer, IngestMeters meters,
            InstantSource clock) {
        this.raw = raw;
        this.maxBatch = maxBatch;
        this.maxEvent = maxEvent;
        this.producer = producer;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.post("/api/v1/lineage", Access.OPERATOR, this::takeOne);
        routes.post("/api/v1/lineage/batch", Access.OPERATOR, this::takeBatch);
    }

    private Response takeOne(Request request) {
        JsonNode event = request.json();
        if (event.isArray()) {
            throw new ProblemException(Problem.of(400, "the body is a JSON array")
                    .fixedBy("send one event, or the array to /api/v1/lineage/batch"));
        }
        List<EventProblem> problems = problems(0, event, request.body().length);
        if (!problems.isEmpty()) {
            problems.forEach(problem -> meters.refused(raw.topic(), problem.rule()));
            return EventProblem.refusal(problems, 1);
        }
        return send(List.of(event), List.of(record(event, request.body(), request)), Response.empty(201));
    }

    private Response takeBatch(Request request) {
        JsonNode array = request.json();
        if (!array.isArray() || array.isEmpty() || array.size() > maxBatch) {
            throw new ProblemException(Problem.of(array.size() > maxBatch ? 413 : 400, array.isArray()
                    ? "the batch has " + array.size() + " events"
                    : "the body is no JSON array").fixedBy("send an array of 1 to " + maxBatch + " events"));
        }
        List<JsonNode> events = new ArrayList<>();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        List<EventProblem> problems = new ArrayList<>();
        for (JsonNode event : array) {
            byte[] body = event.toString().getBytes(StandardCharsets.UTF_8);
            problems.addAll(problems(events.size(), event, body.length));
            events.add(event);
            records.add(record(event, body, request));
        }
        if (!problems.isEmpty()) {
            problems.forEach(problem -> meters.refused(raw.topic(), problem.rule()));
            return EventProblem.refusal(problems, events.size());
        }
        // the form that OpenLineage's HTTP interface describes for a batch
        return send(events, records, Response.json(Map.of("status", "success", "summary",
                Map.of("received", events.size(), "successful", events.size(), "failed", 0, "retriable", 0,
                        "non_retriable", 0),
                "failed_events", List.of())));
    }

    private List<EventProblem> problems(int index, JsonNode event, int size) {
        if (size > maxEvent.bytes()) {
            return List.of(EventProblem.of(index, 413, "TOO_LARGE", "", "the event of " + size
                    + " bytes is larger than the limit of " + maxEvent, "leave out facets, or raise ingest.max-event"));
        }
        return new LineageEnvelope(event).faults().stream()
                .map(fault -> EventProblem.of(index, 422, "SCHEMA", fault.field(), fault.detail(), fault.fix()))
                .toList();
    }

    private ProducerRecord<byte[], byte[]> record(JsonNode event, byte[] body, Request request) {
        Instant now = clock.instant();
        ProducerRecord<byte[], byte[]> record = raw.of(new LineageEnvelope(event).orderingKey(), body,
                request.header("Content-Type").orElse(JSON), now);
        TraceHeaders.write(record.headers(), EventRoutes.traceparentOf(request));
        return record;
    }

    private Response send(List<JsonNode> events, List<ProducerRecord<byte[], byte[]>> records, Response taken) {
        return switch (producer.send(records)) {
            case AckedProducer.Outcome.Acknowledged _ -> {
                events.forEach(event -> meters.accepted(raw.topic(), new LineageEnvelope(event).kind()));
                yield taken;
            }
            case AckedProducer.Outcome.Unavailable away -> Unacknowledged.unavailable(away);
            case AckedProducer.Outcome.TooLarge large -> Unacknowledged.tooLarge(large);
        };
    }
}
