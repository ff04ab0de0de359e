// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.nio.file.Path;

/**
 * What tells one Streams process from another.
 *
 * @param applicationId the group, and the prefix of every internal topic and transactional id; a change starts afresh
 * @param instanceId the member's fixed name within the group, unique among living processes and the same after a restart
 *        (a pod's ordinal, or an id kept in the data directory): two processes with one name fence each other
 * @param stateDirectory local stores; one process only, never a directory that the system cleans
 */
public record StreamsIdentity(String applicationId, String instanceId, Path stateDirectory) {

    /**
     * Checks that both names can be part of Kafka's own names.
     *
     * @throws IllegalArgumentException if a name is empty or holds another character than letters, digits, dot, dash and
     *         underscore
     */
    public StreamsIdentity {
        requireName("application id", applicationId);
        requireName("instance id", instanceId);
    }

    private static void requireName(String what, String name) {
        if (!name.matches("[A-Za-z0-9._-]{1,120}")) {
            throw new IllegalArgumentException(
                    what + ": expected 1 to 120 letters, digits, dots, dashes or underscores, found " + name);
        }
    }
}
