// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A small state machine that answers as one scheduler does. Used under the lock of its server. */
abstract class Play {
    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private int effects;

    /**
     * A request.
     *
     * @param path with its query
     */
    record Request(String method, String path, String body, Map<String, String> headers) {
        JsonNode json() {
            return MAPPER.readTree(body);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** An answer. */
    record Answer(int status, String body) {}

    /** Whether it asks for the rerun; anything else only looks. */
    abstract boolean isCall(Request request);

    /** Answers, and does what is asked for. */
    abstract Answer answer(Request request);

    /** How it says no before it has done anything. */
    Answer refusal() {
        return new Answer(422, "{\"detail\":\"not valid\"}");
    }

    /** How it says that the place is taken. */
    Answer conflict() {
        return new Answer(409, "{\"detail\":\"already exists\"}");
    }

    /** Something that is not ours takes the place. */
    abstract void takeByOther();

    /** The rerun that was started has failed. */
    abstract void failAgain();

    /** Forgets names, as a scheduler does after a while; false where it knows none. */
    boolean forget() {
        return false;
    }

    /** Reruns that have begun. */
    final int effects() {
        return effects;
    }

    final void begin() {
        effects++;
    }
}
