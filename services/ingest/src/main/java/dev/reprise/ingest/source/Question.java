// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.util.Map;
import java.util.TreeMap;

/**
 * What is asked of the scheduler before a body can be told.
 *
 * @param call the name of the call, such as {@code task-instance}
 * @param arguments its arguments
 */
public record Question(String call, Map<String, String> arguments) {

    /** Takes a copy, in a fixed order. */
    public Question {
        arguments = new TreeMap<>(arguments);
    }

    /** One text that names it within its source. */
    public String id() {
        return call + arguments;
    }
}
