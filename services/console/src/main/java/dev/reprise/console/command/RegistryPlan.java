// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.console.registry.ChangedKeys;
import dev.reprise.console.store.Questions;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.JobDefinition;

/**
 * What separates the registry from a document.
 *
 * @param added definitions of jobs that are not there
 * @param changed definitions that differ from what is there
 * @param unchanged definitions that are there already
 * @param removed jobs to be removed, with what is there
 * @param before what is there of the changed jobs
 */
record RegistryPlan(List<JobDefinition> added, List<JobDefinition> changed, List<JobDefinition> unchanged,
        Map<JobId, JobDefinition> removed, Map<JobId, JobDefinition> before) {

    /**
     * Compares.
     *
     * @param pruned namespaces in which a job that the document does not name is removed
     */
    static RegistryPlan of(List<JobDefinition> document, Set<String> pruned, Questions questions) {
        List<JobDefinition> added = new ArrayList<>();
        List<JobDefinition> changed = new ArrayList<>();
        List<JobDefinition> unchanged = new ArrayList<>();
        Map<JobId, JobDefinition> before = new LinkedHashMap<>();
        for (JobDefinition job : document) {
            Optional<JobDefinition> there = questions.catalog().job(job.job());
            if (there.isEmpty()) {
                added.add(job);
            } else if (content(there.get()).equals(content(job))) {
                unchanged.add(job);
            } else {
                changed.add(job);
                before.put(job.job(), there.get());
            }
        }
        Set<JobId> named = document.stream().map(JobDefinition::job).collect(Collectors.toSet());
        Map<JobId, JobDefinition> removed = new LinkedHashMap<>();
        for (JobId job : questions.catalog().jobsOf(pruned)) {
            if (!named.contains(job)) {
                questions.catalog().job(job).ifPresent(definition -> removed.put(job, definition));
            }
        }
        return new RegistryPlan(added, changed, unchanged, removed, before);
    }

    /** Whether the registry is as the document says. */
    boolean isDone() {
        return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
    }

    /** Which keys differ, for each job that is changed. */
    Map<JobId, List<String>> changes() {
        Map<JobId, List<String>> changes = new LinkedHashMap<>();
        changed.forEach(job -> Optional.ofNullable(before.get(job.job())).ifPresent(
                there -> changes.put(job.job(), ChangedKeys.between(content(there), content(job)))));
        return changes;
    }

    /** A definition without the stamp of who applied it when, and when it was analysed. */
    static JobDefinition content(JobDefinition job) {
        return new JobDefinition(job.job(), job.owner(), job.labels(), job.policy(), job.target(),
                job.analysis().map(RegistryPlan::content), job.mapping(), Instant.EPOCH, "-");
    }

    private static DefinitionAnalysis content(DefinitionAnalysis analysis) {
        return new DefinitionAnalysis(analysis.verdict(), analysis.afterFailure(), analysis.afterSuccess(),
                analysis.conditions(), analysis.findings(), analysis.definition(), analysis.hash(), Instant.EPOCH);
    }
}
