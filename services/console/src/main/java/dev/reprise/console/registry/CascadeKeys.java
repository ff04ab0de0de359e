// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.PolicyBuilder;

/** Reads how a job hangs together with those it reads from: {@code depends-on}, {@code on-rewrite}. */
final class CascadeKeys {

    private static final int LONGEST_JOB = 3 * (JobId.MAX_NAMESPACE + JobId.MAX_NAME) + 1;

    private CascadeKeys() {}

    static void read(Section policy, PolicyLayer layer) {
        layer.change(dependsOn(policy), (old, value) -> new PolicyBuilder(old)
                .cascade(new Cascade(value, old.cascade().onRewrite())));
        layer.change(policy.choice("on-rewrite", Words.of(OnRewrite.values())), (old, value) -> new PolicyBuilder(old)
                .cascade(new Cascade(old.cascade().dependsOn(), value)));
    }

    private static Optional<List<Dependency>> dependsOn(Section policy) {
        if (!policy.has("depends-on")) {
            return Optional.empty();
        }
        List<Dependency> dependencies = new ArrayList<>();
        for (Section section : policy.sectionsOrTexts("depends-on", "job", Cascade.MAX_DEPENDENCIES)) {
            section.require("job", "write job: NAMESPACE/NAME");
            Optional<JobId> job = section.text("job", LONGEST_JOB)
                    .flatMap(text -> section.make("job", () -> JobId.parse(text)));
            PartitionMapping partition = section.choice("partition", Words.of(PartitionMapping.values()))
                    .orElse(PartitionMapping.SAME);
            section.finish();
            job.ifPresent(id -> {
                if (dependencies.stream().anyMatch(other -> other.job().equals(id))) {
                    section.refuse("job", id.key() + " is listed twice", "remove one of the two");
                }
                dependencies.add(new Dependency(id, partition));
            });
        }
        return Optional.of(dependencies);
    }
}
