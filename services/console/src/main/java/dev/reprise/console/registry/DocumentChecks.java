// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.JobDefinition;

/** What each job alone may be and the jobs of a document together may not. */
final class DocumentChecks {

    private static final String POLICY = "policy";

    private DocumentChecks() {}

    /** A job with its place in the document. */
    record Placed(Section section, JobDefinition job) {}

    /** Checks all jobs of a document, in its order. */
    static void check(List<Placed> jobs) {
        checkGroups(jobs);
        checkCycles(jobs);
    }

    /** A group has one breaker and one count of reruns under way: two opinions on them would take turns. */
    private static void checkGroups(List<Placed> jobs) {
        Map<String, Placed> first = new HashMap<>();
        for (Placed placed : jobs) {
            placed.job().policy().admission().ifPresent(rule -> {
                Placed earlier = first.putIfAbsent(rule.group(), placed);
                if (earlier != null) {
                    String differences = differences(rule, earlier.job().policy().admission().orElseThrow());
                    if (!differences.isEmpty()) {
                        placed.section().refuse(POLICY, "the group '" + rule.group() + "' has other settings than for "
                                + earlier.job().job().key() + " on line " + earlier.section().line() + ": "
                                + differences,
                                "write them once, under the namespace, or give the job a concurrency-group of its own");
                    }
                }
            });
        }
    }

    private static String differences(AdmissionRule rule, AdmissionRule earlier) {
        Map<String, String> here = AdmissionKeys.texts(rule);
        Map<String, String> there = AdmissionKeys.texts(earlier);
        return here.keySet().stream().filter(there::containsKey)
                .filter(key -> !Objects.equals(here.get(key), there.get(key)))
                .map(key -> key + " " + here.get(key) + ", not " + there.get(key)).collect(Collectors.joining("; "));
    }

    /** Jobs that wait for each other in a ring would wait for ever. What is in no document may depend on what it likes. */
    private static void checkCycles(List<Placed> jobs) {
        Map<JobId, Section> sections = new HashMap<>();
        Map<JobId, List<JobId>> open = new LinkedHashMap<>();
        for (Placed placed : jobs) {
            JobId job = placed.job().job();
            sections.put(job, placed.section());
            open.put(job, placed.job().policy().cascade().dependsOn().stream().map(Dependency::job)
                    .filter(upstream -> !upstream.equals(job)).toList());
        }
        removeSettled(open);
        while (!open.isEmpty()) {
            List<JobId> cycle = cycle(open);
            Objects.requireNonNull(sections.get(cycle.getFirst())).refuse(POLICY, "depends-on goes round in a ring: "
                    + cycle.stream().map(JobId::key).collect(Collectors.joining(" -> ")) + " -> "
                    + cycle.getFirst().key(), "remove one of these dependencies");
            cycle.forEach(open::remove);
            removeSettled(open);
        }
    }

    /** Removes the jobs that wait for none of the rest, again and again. */
    private static void removeSettled(Map<JobId, List<JobId>> open) {
        boolean changed = true;
        while (changed) {
            changed = open.values().removeIf(upstreams -> upstreams.stream().noneMatch(open::containsKey));
        }
    }

    /** A ring, from its first job in the order of the document: each job that is left waits for another one that is. */
    private static List<JobId> cycle(Map<JobId, List<JobId>> open) {
        LinkedHashSet<JobId> way = new LinkedHashSet<>();
        JobId job = open.keySet().iterator().next();
        while (way.add(job)) {
            job = Objects.requireNonNull(open.get(job)).stream().filter(open::containsKey).findFirst().orElseThrow();
        }
        List<JobId> ring = new ArrayList<>(way);
        return ring.subList(ring.indexOf(job), ring.size());
    }
}
