// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.List;

/**
 * All that is remembered of one try of an owner's run: what is known, which partitions it concerns, and what their
 * instances have been told.
 *
 * @param owner the run and its try
 * @param facts what is known
 * @param choice the partitions
 * @param told one entry for each partition that was told anything
 */
public record RunContext(Owner owner, RunFacts facts, PartitionChoice choice, List<Told> told) {

    /** Takes a copy. */
    public RunContext {
        told = List.copyOf(told);
    }

    /** The context of a run that was never heard of. */
    static RunContext fresh(Owner owner, String source) {
        return new RunContext(owner, RunFacts.unknown(source), PartitionChoice.UNDECIDED, List.of());
    }

    /** Whether it is running for all we know, and no instance knows of it yet because its partition is not known. */
    public boolean undecided() {
        return choice.rule().isEmpty();
    }
}
