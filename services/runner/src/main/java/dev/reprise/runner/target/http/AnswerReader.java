// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.HttpSuccess;

/** Reads what a target says, without believing more than it says. */
final class AnswerReader {
    private final JsonMapper mapper;

    AnswerReader(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Whether an answer means yes. */
    boolean isSuccess(HttpSuccess success, HttpReply.Answer answer) {
        if (!success.statuses().contains(answer.status())) {
            return false;
        }
        return success.pointer().isEmpty()
                || text(answer.body(), success.pointer().get()).equals(success.equalTo().or(() -> Optional.of("true")));
    }

    /** The run id that the target gave; ours where it gave none that can be used. */
    RunId run(HttpSuccess success, HttpReply.Answer answer, RerunId rerunId) {
        return success.runIdPointer().flatMap(pointer -> text(answer.body(), pointer)).flatMap(AnswerReader::runId)
                .orElseGet(rerunId::asRun);
    }

    /**
     * A short form for people: one line, bounded, without control characters.
     *
     * @param body already without secrets
     */
    static String brief(String body) {
        StringBuilder line = new StringBuilder();
        body.codePoints().map(point -> Character.isISOControl(point) ? ' ' : point).limit(HttpSettings.MOST_KEPT)
                .forEach(line::appendCodePoint);
        return line.toString().strip();
    }

    private static Optional<RunId> runId(String text) {
        try {
            return Optional.of(new RunId(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Optional<String> text(String body, String pointer) {
        try {
            JsonNode node = mapper.readTree(body).at(JsonPointer.compile(pointer));
            return node.isValueNode() && !node.isNull() ? Optional.of(node.asString()) : Optional.empty();
        } catch (JacksonException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
