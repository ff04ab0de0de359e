// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;

/**
 * The CloudEvents of an HTTP request in any of the three modes of the HTTP protocol binding (CloudEvents 1.0, section 3),
 * each in the form that structured mode gives it.
 *
 * @param events the events, in order
 * @param attributePrefix what stands before the name of an attribute where the sender wrote it: {@code ce-} in binary mode
 */
record CloudEventRequest(List<JsonNode> events, String attributePrefix) {

    private static final String STRUCTURED = "application/cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json";
    private static final String JSON = "application/json";
    private static final String HEADER_PREFIX = "ce-";

    /**
     * Takes a request apart.
     *
     * @param maxBatch most events in a batch
     * @throws ProblemException when the request as a whole is not usable
     */
    static CloudEventRequest of(Request request, int maxBatch) {
        String contentType = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        String mediaType = contentType.split(";", 2)[0].strip();
        return switch (mediaType) {
            case STRUCTURED -> new CloudEventRequest(List.of(request.json()), "");
            case BATCH -> new CloudEventRequest(batch(request.json(), maxBatch), "");
            case JSON -> new CloudEventRequest(List.of(binary(request)), HEADER_PREFIX);
            default -> throw new ProblemException(Problem.of(415, "the content type is '" + mediaType + "'")
                    .in("Content-Type").fixedBy("send a CloudEvent: " + STRUCTURED + ", " + BATCH + ", or " + JSON
                            + " with ce-* headers"));
        };
    }

    private static List<JsonNode> batch(JsonNode array, int maxBatch) {
        if (!array.isArray()) {
            throw new ProblemException(Problem.of(400, "the body is no JSON array")
                    .fixedBy("send an array of events, or one event as " + STRUCTURED));
        }
        if (array.isEmpty() || array.size() > maxBatch) {
            throw new ProblemException(
                    Problem.of(array.isEmpty() ? 400 : 413, "the batch has " + array.size() + " events")
                            .fixedBy("send 1 to " + maxBatch + " events at a time"));
        }
        return List.copyOf(array.values());
    }

    private static JsonNode binary(Request request) {
        Map<String, String> attributes = request.headers(HEADER_PREFIX);
        if (attributes.isEmpty()) {
            throw new ProblemException(Problem.of(400, "the body is plain JSON, with nothing that says what it is")
                    .in("ce-type").fixedBy("give the headers ce-specversion, ce-id, ce-source and ce-type, or send "
                            + STRUCTURED + " with the data inside"));
        }
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        request.header("traceparent").ifPresent(parent -> event.put("traceparent", parent));
        attributes.forEach((name, value) -> event.put(name.substring(HEADER_PREFIX.length()), decoded(value)));
        event.set("data", request.json());
        return event;
    }

    /** Header values are percent-encoded by the binding (section 3.1.3.2). */
    private static String decoded(String value) {
        try {
            return value.indexOf('%') < 0
                    ? value
                    : URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value; // a bare percent sign, by a sender that does not encode
        }
    }
}
