// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;

/**
 * One entry of the job registry: the value of the compacted {@code jobs} topic under the job.
 *
 * @param job the job
 * @param owner who answers for it
 * @param labels for routing and filters
 * @param policy the complete policy
 * @param target how to run it; absent: Reprise watches and alerts, and never reruns
 * @param analysis what analysis says of the definition that the registry refers to
 * @param mapping how events are read where they leave something open
 * @param updatedAt when it was last applied
 * @param updatedBy by whom
 */
public record JobDefinition(JobId job, Optional<Owner> owner, Map<String, String> labels, Policy policy,
        Optional<TargetSpec> target, Optional<DefinitionAnalysis> analysis, Optional<SourceMapping> mapping,
        Instant updatedAt, String updatedBy) {
    /**
     * Checks the labels and takes a copy.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public JobDefinition {
        labels = Bounds.labels("labels", labels);
        Bounds.name("updatedBy", updatedBy);
    }

    /** An entry without a mapping of its events. */
    public JobDefinition(JobId job, Optional<Owner> owner, Map<String, String> labels, Policy policy,
            Optional<TargetSpec> target, Optional<DefinitionAnalysis> analysis, Instant updatedAt, String updatedBy) {
        this(job, owner, labels, policy, target, analysis, Optional.empty(), updatedAt, updatedBy);
    }
}
