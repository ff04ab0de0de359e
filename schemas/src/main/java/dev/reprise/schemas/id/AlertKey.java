// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What an alert is about: its kind and its subject. The same key fires and resolves; receivers deduplicate by it.
 *
 * @param value {@code KIND/subject}, 3 to {@value #MAX_LENGTH} characters, no control characters
 */
public record AlertKey(@JsonValue String value) {
    /** Longest key, in characters: room for a kind and the longest instance with every character escaped (2818). */
    public static final int MAX_LENGTH = 4096;

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException naming the rule it breaks
     */
    @JsonCreator
    public AlertKey {
        Names.check("alertKey", value, MAX_LENGTH);
        int slash = value.indexOf('/');
        if (slash < 1 || slash == value.length() - 1) {
            throw new IllegalArgumentException("alertKey is not KIND/SUBJECT: give both, with a slash between");
        }
    }

    /** An alert about one instance. */
    public static AlertKey of(String kind, InstanceId instance) {
        return new AlertKey(kind + "/" + instance.key());
    }

    /** An alert about a job as a whole. */
    public static AlertKey of(String kind, JobId job) {
        return new AlertKey(kind + "/" + job.key());
    }

    @Override
    public String toString() {
        return value;
    }
}
