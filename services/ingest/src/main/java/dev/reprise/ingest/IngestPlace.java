// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import java.nio.file.Path;

import dev.reprise.runtime.kafka.StreamsIdentity;

/**
 * Where this process stands among others.
 *
 * @param topicPrefix the prefix of all topic names and groups, such as {@code reprise.}
 * @param instanceId the fixed name of this process, unique among living ones and the same after a restart
 * @param stateDirectory where this process keeps local state; never shared
 */
public record IngestPlace(String topicPrefix, String instanceId, Path stateDirectory) {

    /** Who this process is to the group of normalisers. */
    StreamsIdentity identity() {
        return new StreamsIdentity(topicPrefix + "ingest", instanceId, stateDirectory);
    }

    /** The name of a client of this process in metrics and broker logs. */
    String clientId(String purpose) {
        return topicPrefix + "ingest-" + instanceId + "-" + purpose;
    }
}
