// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.lineage.JobLineage;

/** Jobs that hang together, for tests: idempotent and with a target, unless a test says otherwise. */
final class Registry {
    static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    private Registry() {}

    static JobId job(String name) {
        return new JobId("warehouse", name);
    }

    static InstanceId instance(String name) {
        return new InstanceId(job(name), new PartitionKey("ds=2026-11-28"));
    }

    static JobDefinition reading(String name, String... upstreams) {
        return definition(name, policy -> policy.cascade(new Cascade(Arrays.stream(upstreams)
                .map(upstream -> new Dependency(job(upstream), PartitionMapping.SAME)).toList(), OnRewrite.LIST)));
    }

    static JobDefinition definition(String name, UnaryOperator<PolicyBuilder> edit) {
        Policy policy = edit.apply(new PolicyBuilder(Policy.DEFAULTS).version("test")
                .idempotency(Idempotency.IDEMPOTENT)).build();
        return new JobDefinition(job(name), Optional.empty(), Map.of(), policy,
                Optional.of(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of(), Optional.empty())),
                Optional.empty(), NOON, "test");
    }

    static JobDefinition with(JobDefinition definition, UnaryOperator<PolicyBuilder> edit) {
        return new JobDefinition(definition.job(), definition.owner(), definition.labels(),
                edit.apply(new PolicyBuilder(definition.policy())).build(), definition.target(), definition.analysis(),
                definition.updatedAt(), definition.updatedBy());
    }

    static JobDefinition withoutTarget(JobDefinition definition) {
        return new JobDefinition(definition.job(), definition.owner(), definition.labels(), definition.policy(),
                Optional.empty(), definition.analysis(), definition.updatedAt(), definition.updatedBy());
    }

    static JobLineage seen(String name, List<String> inputs, List<String> outputs) {
        return new JobLineage(job(name), inputs, outputs, Optional.empty(), "spark", NOON);
    }
}
