// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.SchemaCheck;
import dev.reprise.schemas.wire.SchemaProblem;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/** Reads what a gated run asks; whatever is wrong with it is named by its field. */
final class PermitQuestion {
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(10);
    private static final Duration LIFE = Duration.ofMinutes(2);
    private static final String LIFE_FIELD = "validFor";
    private static final int LONGEST_WAIT = 30;
    private static final int WAIT = 10;

    private final WireCodec codec;
    private final SchemaCheck schemas = new SchemaCheck();

    PermitQuestion(WireCodec codec) {
        this.codec = codec;
    }

    /**
     * The event that a body stands for.
     *
     * @param body the fields of a permit request without its times; {@code validFor} says how long it is of use
     * @throws ProblemException with status 400 or 422, naming the field
     */
    PermitRequested read(JsonNode body, Instant now) {
        if (!(body instanceof ObjectNode given)) {
            throw new ProblemException(Problem.of(400, "the body is no JSON object").fixedBy("send one request"));
        }
        for (String ours : List.of("at", "expiresAt")) {
            if (given.has(ours)) {
                throw new ProblemException(Problem.of(422, ours + " is set by the server").in(ours)
                        .fixedBy("leave it out; " + LIFE_FIELD + " says how long the request is of use"));
            }
        }
        ObjectNode event = given.deepCopy();
        Duration life = life(event.path(LIFE_FIELD));
        event.remove(LIFE_FIELD);
        event.put("at", now.toString()).put("expiresAt", now.plus(life).toString());
        if (!event.has("requestId")) {
            event.put("requestId", UUID.randomUUID().toString());
        }
        if (!event.has("source")) {
            event.put("source", "api");
        }
        List<SchemaProblem> problems = schemas.check(WireType.PERMIT_REQUESTED, event);
        if (!problems.isEmpty()) {
            throw new ProblemException(problem(problems.getFirst()));
        }
        try {
            return (PermitRequested) codec.read(WireType.PERMIT_REQUESTED, codec.mapper().writeValueAsBytes(event));
        } catch (MalformedMessageException e) {
            throw new ProblemException(Problem.of(422, String.valueOf(e.getMessage())).in(e.field()));
        }
    }

    /**
     * How long the caller wants to wait.
     *
     * @throws ProblemException with status 400 when it is no number of seconds from 0 to 30
     */
    static Duration waiting(Request http) {
        Optional<String> given = http.query("wait");
        try {
            int seconds = given.map(Integer::parseInt).orElse(WAIT);
            if (seconds >= 0 && seconds <= LONGEST_WAIT) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException _) {
            // told below, with what was found
        }
        throw new ProblemException(Problem.of(400, "wait is '" + given.orElse("") + "'").in("wait")
                .fixedBy("give whole seconds, 0 to " + LONGEST_WAIT));
    }

    private static Duration life(JsonNode given) {
        if (given.isMissingNode()) {
            return LIFE;
        }
        try {
            Duration life = DurationText.parse(given.asString(""));
            if (life.compareTo(SHORTEST_LIFE) >= 0 && life.compareTo(LONGEST_LIFE) <= 0) {
                return life;
            }
        } catch (IllegalArgumentException _) {
            // told below, as a length out of range
        }
        throw new ProblemException(Problem.of(422, LIFE_FIELD + " is " + given).in(LIFE_FIELD)
                .fixedBy("give a duration from 1s to 10m, such as 30s"));
    }

    private static Problem problem(SchemaProblem found) {
        Problem problem = Problem.of(422, (found.field().isEmpty() ? "the body" : found.field()) + " is "
                + found.found() + ", " + found.rule()).fixedBy(found.fix());
        return found.field().isEmpty() ? problem : problem.in(found.field());
    }
}
