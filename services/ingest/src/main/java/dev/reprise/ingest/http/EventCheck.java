// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.lineage.LineageParser;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.CloudEventAttributes;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.SchemaCheck;
import dev.reprise.schemas.wire.SchemaProblem;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;
import dev.reprise.schemas.wire.WireType;

/**
 * Decides whether an event may enter by HTTP: a run event that keeps to its closed schema and does not come from the future.
 * Safe for use by many threads.
 */
final class EventCheck {

    private final WireCodec codec;
    private final SchemaCheck schemas = new SchemaCheck();

    EventCheck(WireCodec codec) {
        this.codec = codec;
    }

    /** What became of an event. */
    sealed interface Verdict {

        /** It may enter. */
        record Accepted(WireMessage message, RunEvent event) implements Verdict {}

        /** It may not, for at least one reason. */
        record Refused(List<EventProblem> problems) implements Verdict {}
    }

    /**
     * Looks at one event.
     *
     * @param index its place in the request, from 0
     * @param event as in structured mode
     * @param attributePrefix what to put before the name of an attribute in a problem
     */
    Verdict check(int index, JsonNode event, String attributePrefix, Instant now) {
        if (!event.isObject()) {
            return refused(index, 400, "SYNTAX", "", "the event is no JSON object", "give one CloudEvent");
        }
        if (!event.path("specversion").asString("").equals("1.0")) {
            return refused(index, 400, "ENVELOPE", attributePrefix + "specversion",
                    "specversion is missing or not 1.0", "send CloudEvents 1.0");
        }
        try {
            CloudEventAttributes attributes = codec.attributes(event);
            Optional<WireType> type = WireType.ofCeType(attributes.type());
            if (type.isPresent() && !RunEvent.class.isAssignableFrom(type.get().recordClass())) {
                return elsewhere(index, attributePrefix + "type", type.get());
            }
            List<SchemaProblem> problems = type.map(known -> schemas.check(known, event.path("data")))
                    .orElse(List.of());
            if (!problems.isEmpty()) {
                return new Verdict.Refused(problems.stream().map(problem -> schema(index, problem)).toList());
            }
            return timed(index, codec.readStructured(event), now);
        } catch (MalformedMessageException e) {
            boolean attribute = e.kind() == MalformedMessageException.Kind.ENVELOPE
                    || e.kind() == MalformedMessageException.Kind.UNKNOWN_TYPE;
            return refused(index, status(e.kind()), e.kind().name(), (attribute ? attributePrefix : "") + e.field(),
                    String.valueOf(e.getMessage()), "");
        }
    }

    private static Verdict timed(int index, WireMessage message, Instant now) {
        if (!(message.data() instanceof RunEvent event)) {
            throw new IllegalStateException("a type of run event holds a " + message.data().getClass().getSimpleName());
        }
        if (event.at().isAfter(now.plus(LineageParser.MAX_AHEAD))) {
            return refused(index, 422, "FUTURE_TIME", "at",
                    "at is " + event.at() + ", more than " + LineageParser.MAX_AHEAD.toMinutes()
                            + " minutes ahead of our clock, " + now,
                    "set the sender's clock, and give the time at which it happened");
        }
        return new Verdict.Accepted(message, event);
    }

    /** A type that has another way in, or none. */
    private static Verdict elsewhere(int index, String field, WireType type) {
        String found = "type " + type.ceType() + " is ";
        return switch (type) {
            case RERUN_REQUESTED -> refused(index, 403, "OPERATOR_COMMAND", field, found + "a person's request",
                    "use POST /api/v1/instances/{namespace}/{name}/{partition}/rerun, which records who asks");
            case RERUN_APPROVED, RERUN_REJECTED ->
                refused(index, 403, "OPERATOR_COMMAND", field, found + "a person's answer",
                        "use POST /api/v1/instances/{namespace}/{name}/{partition}/approve or …/reject,"
                                + " which records who answers");
            case PERMIT_REQUESTED ->
                refused(index, 403, "OTHER_ROUTE", field, found + "a question that waits for its answer",
                        "use POST /api/v1/permits");
            case JOB -> refused(index, 403, "OTHER_ROUTE", field, found + "a registration", "use PUT /api/v1/jobs");
            default -> refused(index, 403, "INTERNAL_TYPE", field, found + "written by Reprise itself, into the topic "
                    + (type.topic() == Topics.EVENTS ? "events" : type.topic().suffix()), "send run events only");
        };
    }

    private static EventProblem schema(int index, SchemaProblem problem) {
        return EventProblem.of(index, 422, "SCHEMA", problem.field(),
                (problem.field().isEmpty() ? "the data" : problem.field()) + " is " + problem.found() + ", "
                        + problem.rule(),
                problem.fix());
    }

    private static Verdict refused(int index, int status, String rule, String field, String detail, String fix) {
        return new Verdict.Refused(List.of(EventProblem.of(index, status, rule, field, detail, fix)));
    }

    private static int status(MalformedMessageException.Kind kind) {
        return switch (kind) {
            case TOO_LARGE -> 413;
            case EMPTY, SYNTAX, ENVELOPE -> 400;
            case UNKNOWN_TYPE, SCHEMA, WRONG_KEY -> 422;
        };
    }
}
