// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.lineage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;

/**
 * What the events of a job show of it: the value of the compacted {@code lineage} topic under the job. Written when it
 * changes, not with each event.
 *
 * @param job the job
 * @param inputs datasets it reads, {@code NAMESPACE/NAME} by OpenLineage naming
 * @param outputs datasets it writes
 * @param analysis what analysis says of the definition that an event carried
 * @param source who told it, 1 to 256 characters
 * @param seenAt when it was last seen to change
 */
public record JobLineage(JobId job, List<String> inputs, List<String> outputs, Optional<DefinitionAnalysis> analysis,
        String source, Instant seenAt) {
    /** Most datasets kept on each side. */
    public static final int MAX_DATASETS = 32;
    /** Longest dataset, in characters. */
    public static final int MAX_DATASET = 512;

    /**
     * Checks the bounds and takes copies.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public JobLineage {
        inputs = Bounds.list("inputs", inputs, 0, MAX_DATASETS);
        inputs.forEach(dataset -> Bounds.text("inputs (an entry)", dataset, MAX_DATASET));
        outputs = Bounds.list("outputs", outputs, 0, MAX_DATASETS);
        outputs.forEach(dataset -> Bounds.text("outputs (an entry)", dataset, MAX_DATASET));
        Bounds.name("source", source);
    }
}
