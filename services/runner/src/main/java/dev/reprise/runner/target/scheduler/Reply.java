// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import tools.jackson.databind.JsonNode;

/** What one request to a scheduler brought. */
public sealed interface Reply {
    /** It worked. */
    int OK = 200;
    /** There is nothing of that name. */
    int NOT_FOUND = 404;
    /** The scheduler gave up waiting for the request. */
    int REQUEST_TIMEOUT = 408;
    /** Something else holds the place. */
    int CONFLICT = 409;
    /** Too many requests: this one was not looked at. */
    int TOO_MANY = 429;

    /**
     * An answer.
     *
     * @param status its status
     * @param body its body; a missing node where it is no whole JSON document
     * @param told the answer for people: one line, bounded, without secrets
     */
    record Answer(int status, JsonNode body, String told) implements Reply {
        /** Whether it worked and there is an object to read. */
        public boolean isObject() {
            return status / 100 == 2 && body.isObject();
        }

        /** Whether the status says by itself that nothing was done and trying again would change nothing. */
        public boolean saysNo() {
            return status / 100 == 4 && status != REQUEST_TIMEOUT && status != TOO_MANY;
        }

        /** A text of the body; empty where there is none. */
        public String text(String pointer) {
            JsonNode node = body.at(pointer);
            return node.isValueNode() && !node.isNull() ? node.asString() : "";
        }
    }

    /**
     * No answer.
     *
     * @param sent whether anything of the request may have arrived
     * @param detail what happened
     */
    record Nothing(boolean sent, String detail) implements Reply {}
}
