// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.PartitionKey;

/**
 * What one attempt did, before its data partition is chosen.
 *
 * @param event the event, with the whole job as its partition
 * @param stated the partition that the source states
 * @param derived the one that follows from what it states, such as a data interval: used where neither the source nor the
 *        job's mapping says more
 * @param slice which part of the partition it makes, such as {@code map_index=3}
 * @param values what a mapping's template may use
 */
public record Report(RunEvent event, Optional<PartitionKey> stated, Optional<PartitionKey> derived,
        Optional<String> slice, Map<String, String> values) {

    /** Takes a copy. */
    public Report {
        values = Map.copyOf(values);
    }

    /** The event of one partition. */
    public RunEvent at(PartitionKey partition) {
        PartitionKey whole = slice.map(part -> partition.equals(PartitionKey.WHOLE_JOB)
                ? new PartitionKey(part)
                : new PartitionKey(partition.value() + "/" + part)).orElse(partition);
        return Repartition.of(event, whole);
    }
}
