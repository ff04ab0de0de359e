// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.reprise.core.instance.Diagnosing;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.lineage.JobLineage;

/** Everything that is in force for all jobs at one moment. Immutable. */
public final class Catalog {
    /** Nothing is registered. */
    public static final Catalog EMPTY = new Catalog(Map.of());
    private final Map<JobId, Registration> jobs;

    private Catalog(Map<JobId, Registration> jobs) {
        this.jobs = jobs;
    }

    /**
     * Puts it together.
     *
     * @param definitions the registry
     * @param lineage what events showed
     * @param controls pauses and freezes
     * @param diagnosing the classification that rules of a job give
     */
    public static Catalog of(Collection<JobDefinition> definitions, Collection<JobLineage> lineage,
            Collection<Control> controls, Function<List<FailureRule>, Diagnosing> diagnosing) {
        Map<JobId, JobLineage> seen = new HashMap<>();
        lineage.forEach(entry -> seen.put(entry.job(), entry));
        Map<JobId, List<Dependency>> upstreams = upstreams(definitions, seen);
        Map<JobId, List<Dependency>> downstreams = downstreams(upstreams);
        Map<String, List<Control>> byScope = new HashMap<>();
        controls.forEach(control -> byScope.computeIfAbsent(control.scope(), _ -> new ArrayList<>()).add(control));
        Map<JobId, Registration> jobs = new HashMap<>();
        for (JobDefinition definition : definitions) {
            JobId job = definition.job();
            jobs.put(job, new Registration(definition, new JobView.Known(definition.policy(),
                    definition.target().isPresent(), analysis(definition, Optional.ofNullable(seen.get(job))),
                    diagnosing.apply(definition.policy().failureRules()), controls(job, byScope),
                    upstreams.getOrDefault(job, List.of()), downstreams.getOrDefault(job, List.of()))));
        }
        return new Catalog(jobs);
    }

    /** The entry of a job. */
    public Optional<Registration> find(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    /** The definition that the registry refers to is what the owner stands for; an event's is the next best. */
    private static Optional<DefinitionAnalysis> analysis(JobDefinition definition, Optional<JobLineage> seen) {
        return definition.analysis().or(() -> seen.flatMap(JobLineage::analysis));
    }

    private static List<Control> controls(JobId job, Map<String, List<Control>> byScope) {
        List<Control> found = new ArrayList<>();
        for (String scope : List.of(Control.EVERYTHING, job.namespace(), job.key())) {
            found.addAll(byScope.getOrDefault(scope, List.of()));
        }
        return List.copyOf(found);
    }

    /** What is declared, and what writes the datasets that a job reads; only registered jobs can be waited for. */
    private static Map<JobId, List<Dependency>> upstreams(
            Collection<JobDefinition> definitions, Map<JobId, JobLineage> lineage) {
        Set<JobId> registered = new LinkedHashSet<>();
        definitions.forEach(definition -> registered.add(definition.job()));
        Map<String, List<JobId>> writers = new HashMap<>();
        lineage.values().stream().filter(entry -> registered.contains(entry.job())).forEach(entry -> entry.outputs()
                .forEach(dataset -> writers.computeIfAbsent(dataset, _ -> new ArrayList<>()).add(entry.job())));
        Map<JobId, List<Dependency>> upstreams = new HashMap<>();
        for (JobDefinition definition : definitions) {
            Map<JobId, Dependency> found = new HashMap<>();
            Optional.ofNullable(lineage.get(definition.job())).ifPresent(seen -> seen.inputs()
                    .forEach(dataset -> writers.getOrDefault(dataset, List.of())
                            .forEach(writer -> found.put(writer, new Dependency(writer, PartitionMapping.SAME)))));
            definition.policy().cascade().dependsOn().forEach(declared -> found.put(declared.job(), declared));
            found.remove(definition.job());
            upstreams.put(definition.job(), found.values().stream()
                    .sorted((one, other) -> one.job().key().compareTo(other.job().key())).toList());
        }
        return upstreams;
    }

    private static Map<JobId, List<Dependency>> downstreams(Map<JobId, List<Dependency>> upstreams) {
        Map<JobId, List<Dependency>> downstreams = new HashMap<>();
        upstreams.forEach((reader, read) -> read.forEach(upstream -> {
            // What a whole-job output was read by cannot be told partition by partition.
            if (upstream.partition() == PartitionMapping.SAME) {
                downstreams.computeIfAbsent(upstream.job(), _ -> new ArrayList<>())
                        .add(new Dependency(reader, PartitionMapping.SAME));
            }
        }));
        return downstreams;
    }
}
