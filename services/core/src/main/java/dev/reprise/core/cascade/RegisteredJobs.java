// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.lineage.JobLineage;

/** The registry as it stands, with what events showed of each job, and how the jobs hang together. Immutable. */
public final class RegisteredJobs {
    private final Map<JobId, JobDefinition> definitions = new HashMap<>();
    private final Map<JobId, JobLineage> lineage = new HashMap<>();
    private final JobGraph graph;

    /** Takes a copy. */
    public RegisteredJobs(Collection<JobDefinition> definitions, Collection<JobLineage> lineage) {
        definitions.forEach(definition -> this.definitions.put(definition.job(), definition));
        lineage.forEach(entry -> this.lineage.put(entry.job(), entry));
        this.graph = JobGraph.of(definitions, lineage);
    }

    /** The definition of a job. */
    public Optional<JobDefinition> find(JobId job) {
        return Optional.ofNullable(definitions.get(job));
    }

    /** How they hang together. */
    public JobGraph graph() {
        return graph;
    }

    /** What analysis says of a job; see {@link #inForce}. */
    public Optional<DefinitionAnalysis> analysis(JobId job) {
        return find(job).flatMap(definition -> inForce(definition.analysis(),
                Optional.ofNullable(lineage.get(job)).flatMap(JobLineage::analysis)));
    }

    /**
     * Which of two analyses counts. The definition that the registry refers to is what the owner stands for, and an event's
     * is the next best; but what was seen to run and is not idempotent weighs more than what is registered.
     *
     * @param registered of the definition that the registry refers to
     * @param seen of the definition that an event carried
     */
    public static Optional<DefinitionAnalysis> inForce(
            Optional<DefinitionAnalysis> registered, Optional<DefinitionAnalysis> seen) {
        return seen.filter(analysis -> analysis.verdict() == Verdict.NOT_IDEMPOTENT).or(() -> registered)
                .or(() -> seen);
    }
}
