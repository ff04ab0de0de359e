// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The name that a scheduler gives to one execution of a job. Some schedulers give a new one for each attempt, others
 * keep it and count attempts: identity is always run id and attempt number together.
 *
 * @param value 1 to 256 characters, no control characters
 */
public record RunId(@JsonValue String value) implements Comparable<RunId> {
    /** Longest run id, in characters. */
    public static final int MAX_LENGTH = 256;

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException naming the rule it breaks
     */
    @JsonCreator
    public RunId {
        Names.check("run", value, MAX_LENGTH);
    }

    @Override
    public int compareTo(RunId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
