// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The name of a job: a definition that is run again and again. Naming follows OpenLineage: a namespace (the scheduler
 * or environment) and a name that is unique in it.
 *
 * <p>Written as {@code namespace/name}; a slash or percent sign inside either part is escaped as {@code %2F} and
 * {@code %25}.
 *
 * @param namespace 1 to 256 characters, no control characters
 * @param name 1 to 512 characters, no control characters
 */
public record JobId(String namespace, String name) implements Comparable<JobId> {
    /** Longest namespace, in characters. */
    public static final int MAX_NAMESPACE = 256;
    /** Longest name, in characters. */
    public static final int MAX_NAME = 512;

    /**
     * Checks both parts.
     *
     * @throws IllegalArgumentException naming the part and the rule it breaks
     */
    public JobId {
        Names.check("job namespace", namespace, MAX_NAMESPACE);
        Names.check("job name", name, MAX_NAME);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when it is not exactly {@code namespace/name}
     */
    @JsonCreator
    public static JobId parse(String written) {
        int slash = written.indexOf('/');
        if (slash < 0 || written.indexOf('/', slash + 1) >= 0) {
            throw new IllegalArgumentException(
                    "job '" + abbreviate(written) + "' is not NAMESPACE/NAME: write a slash inside a part as %2F");
        }
        return new JobId(Names.unescape(written.substring(0, slash)), Names.unescape(written.substring(slash + 1)));
    }

    private static String abbreviate(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    /** The written form, which is also the key of this job in topics. */
    @JsonValue
    public String key() {
        return Names.escape(namespace) + "/" + Names.escape(name);
    }

    @Override
    public int compareTo(JobId other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return key();
    }
}
