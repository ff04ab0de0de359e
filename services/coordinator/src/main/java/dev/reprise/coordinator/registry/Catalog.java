// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.core.cascade.RegisteredJobs;
import dev.reprise.core.instance.Diagnosing;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.JobDefinition;
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
        RegisteredJobs registered = new RegisteredJobs(definitions, lineage);
        Map<String, List<Control>> byScope = new HashMap<>();
        controls.forEach(control -> byScope.computeIfAbsent(control.scope(), _ -> new ArrayList<>()).add(control));
        Map<JobId, Registration> jobs = new HashMap<>();
        for (JobDefinition definition : definitions) {
            JobId job = definition.job();
            jobs.put(job, new Registration(definition, new JobView.Known(definition.policy(),
                    definition.target().isPresent(), registered.analysis(job),
                    diagnosing.apply(definition.policy().failureRules()), controls(job, byScope),
                    registered.graph().upstreams(job), registered.graph().downstreams(job))));
        }
        return new Catalog(jobs);
    }

    /** The entry of a job. */
    public Optional<Registration> find(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    private static List<Control> controls(JobId job, Map<String, List<Control>> byScope) {
        List<Control> found = new ArrayList<>();
        for (String scope : List.of(Control.EVERYTHING, job.namespace(), job.key())) {
            found.addAll(byScope.getOrDefault(scope, List.of()));
        }
        return List.copyOf(found);
    }
}
