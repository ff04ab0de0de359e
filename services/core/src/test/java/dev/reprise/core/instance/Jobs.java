// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.reprise.core.classify.Classification;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/** Jobs for tests: idempotent, rerun after 30 s without back-off, unless a test says otherwise. */
final class Jobs {
    static final AdmissionRule GROUP = new AdmissionRule("warehouse", 3, Duration.ofMinutes(5), Duration.ofMinutes(5),
            1, 10, BreakerRelease.AUTOMATIC, 0, 100, 0);
    static final AdmissionRule ONE_AT_A_TIME = new AdmissionRule("warehouse", 3, Duration.ofMinutes(5),
            Duration.ofMinutes(5), 1, 10, BreakerRelease.AUTOMATIC, 1, 100, 0);

    private Jobs() {}

    static JobView.Known job(UnaryOperator<PolicyBuilder> edit) {
        Policy policy = edit.apply(new PolicyBuilder(Policy.DEFAULTS).version("test")
                .idempotency(Idempotency.IDEMPOTENT).settle(Duration.ofSeconds(30)).lostAfter(Optional.empty())
                .backoff(new Backoff(Duration.ZERO, 2, Duration.ofMinutes(30), 0))).build();
        return JobView.Known.of(policy, true);
    }

    static JobView.Known diagnosing(JobView.Known job, FailureClass failureClass, boolean rerun) {
        return new JobView.Known(job.policy(), true, job.analysis(),
                (source, error, kind) -> new Classification(failureClass, Optional.of("test.rule"), rerun,
                        Optional.empty(), "trouble"),
                job.controls(), job.upstreams(), job.downstreams());
    }

    static JobView.Known under(JobView.Known job, ControlKind kind) {
        return new JobView.Known(job.policy(), true, job.analysis(), job.diagnosing(),
                List.of(new Control(Control.EVERYTHING, kind, History.START, Optional.empty(), "li", "change freeze")),
                job.upstreams(), job.downstreams());
    }

    static JobView.Known reading(JobView.Known job) {
        return new JobView.Known(job.policy(), true, job.analysis(), job.diagnosing(), job.controls(),
                List.of(new Dependency(History.UPSTREAM.job(), PartitionMapping.SAME)), job.downstreams());
    }

    static JobView.Known readBy(JobView.Known job, dev.reprise.schemas.id.JobId reader) {
        return new JobView.Known(job.policy(), true, job.analysis(), job.diagnosing(), job.controls(), job.upstreams(),
                List.of(new Dependency(reader, PartitionMapping.SAME)));
    }

    static JobView.Known analysed(JobView.Known job, dev.reprise.schemas.job.DefinitionAnalysis analysis) {
        return new JobView.Known(job.policy(), true, Optional.of(analysis), job.diagnosing(), job.controls(),
                job.upstreams(), job.downstreams());
    }
}
