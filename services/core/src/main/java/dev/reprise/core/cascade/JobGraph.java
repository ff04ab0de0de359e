// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.lineage.JobLineage;

/**
 * Which registered job reads from which: what owners declare, and what lineage shows. A declaration wins over lineage. The
 * graph may have cycles; it only ever tells of neighbours. Immutable.
 */
public final class JobGraph {
    private static final Comparator<Dependency> BY_JOB = Comparator.comparing(dependency -> dependency.job().key());
    private final Map<JobId, List<Dependency>> upstreams;
    private final Map<JobId, List<Dependency>> downstreams;

    private JobGraph(Map<JobId, List<Dependency>> upstreams, Map<JobId, List<Dependency>> downstreams) {
        this.upstreams = upstreams;
        this.downstreams = downstreams;
    }

    /**
     * Derives it.
     *
     * @param definitions the registry; only registered jobs have upstreams
     * @param lineage what events showed
     */
    public static JobGraph of(Collection<JobDefinition> definitions, Collection<JobLineage> lineage) {
        Map<JobId, JobLineage> seen = new HashMap<>();
        lineage.forEach(entry -> seen.put(entry.job(), entry));
        Map<String, Set<JobId>> writers = writers(definitions, seen);
        Map<JobId, List<Dependency>> upstreams = new HashMap<>();
        for (JobDefinition definition : definitions) {
            Map<JobId, Dependency> found = new HashMap<>();
            if (seen.containsKey(definition.job())) {
                seen.get(definition.job()).inputs().forEach(dataset -> writers.getOrDefault(dataset, Set.of())
                        .forEach(writer -> found.put(writer, new Dependency(writer, PartitionMapping.SAME))));
            }
            definition.policy().cascade().dependsOn().forEach(declared -> found.put(declared.job(), declared));
            // A job that reads what it wrote itself does not wait for itself.
            found.remove(definition.job());
            upstreams.put(definition.job(), found.values().stream().sorted(BY_JOB).toList());
        }
        return new JobGraph(upstreams, reversed(upstreams));
    }

    /** What a job reads from, by the key of the job; empty for a job that is not registered. */
    public List<Dependency> upstreams(JobId job) {
        return upstreams.getOrDefault(job, List.of());
    }

    /**
     * What reads from a job partition by partition, by the key of the job. A reader of the whole output is not among them:
     * which of its partitions read what cannot be told.
     */
    public List<Dependency> downstreams(JobId job) {
        return downstreams.getOrDefault(job, List.of());
    }

    /** The instance of a neighbouring job that hangs together with an instance. */
    public static InstanceId neighbour(Dependency neighbour, InstanceId of) {
        return new InstanceId(neighbour.job(), switch (neighbour.partition()) {
            case SAME -> of.partition();
            case WHOLE -> PartitionKey.WHOLE_JOB;
        });
    }

    /** Only a registered job can be waited for. */
    private static Map<String, Set<JobId>> writers(
            Collection<JobDefinition> definitions, Map<JobId, JobLineage> seen) {
        Map<String, Set<JobId>> writers = new HashMap<>();
        for (JobDefinition definition : definitions) {
            if (seen.containsKey(definition.job())) {
                seen.get(definition.job()).outputs().forEach(dataset -> writers
                        .computeIfAbsent(dataset, _ -> new LinkedHashSet<>()).add(definition.job()));
            }
        }
        return writers;
    }

    private static Map<JobId, List<Dependency>> reversed(Map<JobId, List<Dependency>> upstreams) {
        Map<JobId, List<Dependency>> downstreams = new HashMap<>();
        upstreams.forEach((reader, read) -> read.stream()
                .filter(upstream -> upstream.partition() == PartitionMapping.SAME)
                .forEach(upstream -> downstreams.computeIfAbsent(upstream.job(), _ -> new ArrayList<>())
                        .add(new Dependency(reader, PartitionMapping.SAME))));
        downstreams.replaceAll((_, readers) -> readers.stream().sorted(BY_JOB).toList());
        return downstreams;
    }
}
