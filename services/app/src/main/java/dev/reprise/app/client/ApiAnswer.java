// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What the server answered.
 *
 * @param status HTTP status
 * @param json the body; a missing node where there is none, or no JSON
 * @param readModel what the server says of its read model while that is not whole, such as {@code filling; lag=12}
 */
public record ApiAnswer(int status, JsonNode json, Optional<String> readModel) {

    /** The header that says so. */
    static final String READ_MODEL = "Reprise-Read-Model";

    private static final Pattern LAG = Pattern.compile("lag=(\\d+)");

    static ApiAnswer of(int status, byte[] body, Optional<String> readModel, JsonMapper mapper) {
        try {
            return new ApiAnswer(status, body.length == 0 ? MissingNode.getInstance() : mapper.readTree(body),
                    readModel);
        } catch (JacksonException _) {
            return new ApiAnswer(status, MissingNode.getInstance(), readModel);
        }
    }

    /** Why the answer may not be whole, in a sentence. */
    public Optional<String> incomplete() {
        return readModel.map(said -> {
            if (said.startsWith("stopped")) {
                return "the server's read model stands still: what is new is not shown";
            }
            Matcher lag = LAG.matcher(said);
            return "the server has not read everything yet" + (lag.find() ? ", " + lag.group(1) + " records to go" : "")
                    + ": what is not shown may be there";
        });
    }

    /** Whether the request was done. */
    public boolean ok() {
        return status >= 200 && status < 300;
    }

    /**
     * The body of a request that was done.
     *
     * @throws CommandFailure when it was not done
     */
    public JsonNode orFail() {
        if (!ok()) {
            throw CommandFailure.of(this);
        }
        return json;
    }

    /**
     * Why the request was not done: the members of a problem document (RFC 9457) on one line, and a line for each entry
     * where it lists several problems.
     */
    public String detail() {
        String detail = json.path("detail").asString("");
        if (detail.isEmpty()) {
            return "the server answered " + status;
        }
        StringBuilder text = new StringBuilder(line(json, detail));
        for (JsonNode problem : json.path("problems")) {
            text.append("\n  ")
                    .append(line(problem, problem.path("found").asString(problem.path("detail").asString(""))));
        }
        return text.toString();
    }

    private static String line(JsonNode problem, String what) {
        StringBuilder text = new StringBuilder();
        int line = problem.path("line").asInt(0);
        if (line > 0) {
            text.append("line ").append(line).append(": ");
        }
        String place = problem.path("path").asString(problem.path("field").asString(""));
        if (!place.isEmpty()) {
            text.append(place).append(": ");
        }
        text.append(what);
        String fix = problem.path("fix").asString("");
        if (!fix.isEmpty()) {
            text.append("; ").append(fix);
        }
        return text.toString();
    }
}
