// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A body as it came, with all that reading it may rest on.
 *
 * @param source the configured name of the installation it came from: the namespace of its jobs
 * @param zone the zone of times that are written without one
 * @param json the body
 * @param receivedAt when it came in, by the broker's clock
 * @param memory what the format remembered last under the same entity
 * @param answers what was answered to the questions it led to, by {@link Question#id()}
 * @param waited how long it has waited since it came in
 * @param askable whether it is known how its scheduler is asked, for formats that can do without
 */
public record RawBody(String source, ZoneId zone, JsonNode json, Instant receivedAt, Optional<JsonNode> memory,
        Map<String, JsonNode> answers, Duration waited, boolean askable) {

    /** Takes a copy. */
    public RawBody {
        answers = Map.copyOf(answers);
    }

    /** A body that came just now, of which nothing is known. */
    public static RawBody fresh(String source, ZoneId zone, JsonNode json, Instant receivedAt) {
        return new RawBody(source, zone, json, receivedAt, Optional.empty(), Map.of(), Duration.ZERO, false);
    }

    /** The answer to a question, if it is there. */
    public Optional<JsonNode> answer(Question question) {
        return Optional.ofNullable(answers.get(question.id()));
    }
}
