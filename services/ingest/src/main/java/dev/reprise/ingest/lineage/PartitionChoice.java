// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.ingest.lineage.LineageEvent.PartitionEvidence;
import dev.reprise.schemas.id.PartitionKey;

/**
 * Which data partitions a run produces. The first event with evidence decides by which rule; more of the same rule adds
 * partitions, evidence of other rules is passed over. So an instance that was told of a run is never left for another one.
 *
 * @param rule the rule, once decided
 * @param partitions the partitions it named, in the order they came; empty while undecided
 */
public record PartitionChoice(Optional<PartitionRule> rule, List<PartitionKey> partitions) {

    /** A run that touches more than this is told to the first so many; a statement can not name more by accident. */
    static final int MAX_PARTITIONS = 1000;
    static final PartitionChoice UNDECIDED = new PartitionChoice(Optional.empty(), List.of());

    /** Takes a copy. */
    public PartitionChoice {
        partitions = List.copyOf(partitions);
    }

    /** The choice after one more event. */
    PartitionChoice with(Optional<PartitionEvidence> evidence) {
        if (evidence.isEmpty() || rule.isPresent() && rule.get() != evidence.get().rule()) {
            return this;
        }
        return new PartitionChoice(Optional.of(evidence.get().rule()),
                Stream.concat(partitions.stream(), evidence.get().partitions().stream()).distinct()
                        .limit(MAX_PARTITIONS)
                        .toList());
    }

    /** The choice where no more evidence is waited for: without any, the whole job. */
    PartitionChoice settled() {
        return rule.isPresent()
                ? this
                : new PartitionChoice(Optional.of(PartitionRule.WHOLE_JOB), List.of(PartitionKey.WHOLE_JOB));
    }
}
