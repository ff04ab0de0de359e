// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Question;

/**
 * A body that cannot be told yet.
 *
 * @param rawKey the key of its raw record
 * @param format the name of its format
 * @param source the installation it came from
 * @param hash the hash of its canonical form
 * @param body the body
 * @param receivedAt when it came in
 * @param kafkaPartition where its raw record stands
 * @param offset where its raw record stands
 * @param answers what was answered so far
 * @param question what it waits for; empty where it waits for more of its entity
 * @param why what is missing
 * @param askAt when the question is due
 * @param tries how often it was asked
 * @param traceparent where in a trace its raw record belongs
 */
record WaitingBody(String rawKey, String format, String source, String hash, JsonNode body, Instant receivedAt,
        int kafkaPartition, long offset, Map<String, JsonNode> answers, Optional<Question> question, String why,
        Instant askAt, int tries, Optional<String> traceparent) {

    /** Takes a copy. */
    WaitingBody {
        answers = Map.copyOf(answers);
    }

    /** The key under which it is kept. */
    String key() {
        return rawKey + "#" + hash;
    }

    WaitingBody answered(String id, JsonNode answer) {
        Map<String, JsonNode> more = new HashMap<>(answers);
        more.put(id, answer);
        return new WaitingBody(rawKey, format, source, hash, body, receivedAt, kafkaPartition, offset, more, question,
                why, askAt, tries, traceparent);
    }

    /** Waits for an answer; an older answer to the same question is forgotten. */
    WaitingBody wanting(Question asked, String reason, Instant at) {
        Map<String, JsonNode> rest = new HashMap<>(answers);
        rest.remove(asked.id());
        int before = question.filter(asked::equals).isPresent() ? tries : 0;
        return new WaitingBody(rawKey, format, source, hash, body, receivedAt, kafkaPartition, offset, rest,
                Optional.of(asked), reason, at, before, traceparent);
    }

    WaitingBody awaiting(String reason) {
        return new WaitingBody(rawKey, format, source, hash, body, receivedAt, kafkaPartition, offset, answers,
                Optional.empty(), reason, receivedAt, 0, traceparent);
    }

    WaitingBody asked(Instant next) {
        return new WaitingBody(rawKey, format, source, hash, body, receivedAt, kafkaPartition, offset, answers,
                question, why, next, tries + 1, traceparent);
    }
}
