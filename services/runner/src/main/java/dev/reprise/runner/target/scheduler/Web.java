// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import dev.reprise.runner.target.Redaction;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.http.HttpExchange;
import dev.reprise.runner.target.http.HttpReply;
import dev.reprise.runtime.trace.Traceparent;

/** Requests to one scheduler, each made once, bounded in time and size, and never redirected. */
public final class Web {
    private static final int MOST_TOLD = 400;
    /** How much of an answer is read: a run with its tasks or a page of runs is larger than the answer of one call. */
    private static final int MOST_READ = 4 * 1024 * 1024;

    private final HttpExchange exchange;
    private final JsonMapper mapper;
    private final Duration timeout;
    private final Redaction redaction;
    private final Optional<Traceparent> traceparent;

    /** Requests of an order, with no header but those that are given. */
    public Web(HttpExchange exchange, JsonMapper mapper, Order order) {
        this(exchange, mapper, order, Optional.empty());
    }

    private Web(HttpExchange exchange, JsonMapper mapper, Order order, Optional<Traceparent> traceparent) {
        this.exchange = exchange;
        this.mapper = mapper;
        this.timeout = order.timeout();
        this.redaction = order.redaction();
        this.traceparent = traceparent;
    }

    /** Requests of an order to a scheduler that takes other headers as well: each says where in a trace it stands. */
    public static Web traced(HttpExchange exchange, JsonMapper mapper, Order order) {
        return new Web(exchange, mapper, order, order.request().traceparent());
    }

    /** Asks for something. */
    public Reply get(String address, Map<String, String> headers) {
        return send(HttpRequest.newBuilder(URI.create(address)).GET(), headers);
    }

    /** Sends a JSON document. */
    public Reply post(String address, Map<String, String> headers, Object document) {
        return send(HttpRequest.newBuilder(URI.create(address)).setHeader("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json(document))), headers);
    }

    /** Sends a JSON document with PUT. */
    public Reply put(String address, Map<String, String> headers, Object document) {
        return send(HttpRequest.newBuilder(URI.create(address)).setHeader("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json(document))), headers);
    }

    /** Sends a form. */
    public Reply form(String address, Map<String, String> headers, Map<String, String> fields) {
        return send(HttpRequest.newBuilder(URI.create(address))
                .setHeader("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(query(fields))), headers);
    }

    /** A document as text. */
    public String json(Object document) {
        return mapper.writeValueAsString(document);
    }

    /**
     * A value as a part of a path: a slash in it is never a path.
     *
     * @throws TargetRefusedException where it is a step in a path by itself, which a server would follow
     */
    public static String segment(String text) {
        if (text.equals(".") || text.equals("..")) {
            throw new TargetRefusedException("'" + text + "' is no name that can stand in an address: correct it");
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Names and values as they stand behind a question mark or in a form. */
    public static String query(Map<String, String> fields) {
        return fields.entrySet().stream().map(field -> segment(field.getKey()) + "=" + segment(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private Reply send(HttpRequest.Builder request, Map<String, String> headers) {
        traceparent.ifPresent(known -> request.setHeader(Traceparent.HEADER, known.toString()));
        headers.forEach((name, value) -> {
            if (value.chars().anyMatch(letter -> letter != '\t' && (letter < ' ' || letter > '~'))) {
                // Checked here, because the client would tell the whole value, which may be a secret.
                throw new TargetRefusedException("the header " + name + " would have a line break, a control character"
                        + " or a letter outside ASCII: correct the setting that it is made of");
            }
            request.setHeader(name, value);
        });
        return switch (exchange.send(request.timeout(timeout).build(), timeout, MOST_READ)) {
            case HttpReply.NotConnected none -> new Reply.Nothing(false, redaction.apply(none.detail()));
            case HttpReply.NoAnswer none -> new Reply.Nothing(true, redaction.apply(none.detail()));
            case HttpReply.Answer answer ->
                new Reply.Answer(answer.status(), tree(answer), told(answer.status(), redaction.apply(answer.body())));
        };
    }

    private JsonNode tree(HttpReply.Answer answer) {
        if (!answer.whole()) {
            return MissingNode.getInstance();
        }
        try {
            return mapper.readTree(answer.body());
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }

    private static String told(int status, String body) {
        StringBuilder line = new StringBuilder();
        body.codePoints().map(point -> Character.isISOControl(point) ? ' ' : point).limit(MOST_TOLD)
                .forEach(line::appendCodePoint);
        return line.toString().isBlank() ? "answered " + status : "answered " + status + ": " + line.toString().strip();
    }
}
