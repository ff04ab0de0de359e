// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.HttpFence;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.TargetSpec;

/** The jobs of these tests, one for each class of target, and one that is never rerun. */
enum Kind {
    /** The scheduler refuses a key that it knows. */
    KEYED,
    /** The scheduler starts again each time, but not under an older token than it was shown. */
    FENCED,
    /** The scheduler starts again each time. */
    OPAQUE,
    /** A process on the runner's machine. */
    PROCESS,
    /** Watched, never rerun: each failure is one alert. */
    WATCHED;

    /** How long a call may take. */
    private static final Duration CALL = Duration.ofSeconds(2);

    JobId job() {
        return new JobId("chaos", name().toLowerCase(Locale.ROOT));
    }

    /** Its entry in the registry; the scheduler's address and the journal of processes are where its starts go. */
    JobDefinition definition(String scheduler, Path processJournal) {
        return new JobDefinition(job(), Optional.empty(), Map.of(), policy(), target(scheduler, processJournal),
                Optional.empty(), Instant.now(), "test");
    }

    private Optional<TargetSpec> target(String scheduler, Path processJournal) {
        return switch (this) {
            case KEYED -> Optional.of(http(scheduler + "/keyed/runs",
                    Optional.of(new HttpQuery(scheduler + "/keyed/runs/{{rerunId}}")), Optional.empty(),
                    new DispatchClass.Keyed(Duration.ofDays(7))));
            case FENCED -> Optional.of(http(scheduler + "/fenced/runs",
                    Optional.of(new HttpQuery(scheduler + "/fenced/runs/{{rerunId}}")),
                    Optional.of(new HttpFence("PUT", scheduler + "/fenced/runs/{{rerunId}}", Optional.empty())),
                    new DispatchClass.Fenced()));
            case OPAQUE -> Optional.of(
                    http(scheduler + "/opaque/runs", Optional.empty(), Optional.empty(), new DispatchClass.Opaque()));
            case PROCESS -> Optional.of(new TargetSpec.Process(List.of("/bin/sh", "-c", """
                    printf '{"rerunId":"%s","instance":"%s","epoch":%s,"receivedAt":"%s","run":"%s"}\\n' \
                    "$1" "$2" "$3" "$(date -u +%Y-%m-%dT%H:%M:%S.%NZ)" "$1" >> "$4" && sync "$4"
                    """, "sh", "{{rerunId}}", "{{job}}/{{partition}}", "{{epoch}}", processJournal.toString()),
                    Optional.empty(), Map.of(), Optional.empty()));
            case WATCHED -> Optional.empty();
        };
    }

    private static TargetSpec.Http http(String url, Optional<HttpQuery> query, Optional<HttpFence> fence,
            DispatchClass guarantee) {
        return new TargetSpec.Http("POST", url,
                Map.of("X-Instance", "{{job}}/{{partition}}", "X-Epoch", "{{epoch}}", "X-Fence", "{{fence}}"),
                Optional.of("{}"),
                Optional.of("Idempotency-Key"),
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.of("/id")), query, fence,
                guarantee, CALL);
    }

    private Policy policy() {
        Policy defaults = Policy.DEFAULTS;
        // A group that asks for every rerun and never holds one: its part of the coordinator works, too.
        AdmissionRule group = new AdmissionRule("chaos", AdmissionRule.MAX_COUNT, Duration.ofHours(1),
                Duration.ofMinutes(1), 2, AdmissionRule.MAX_COUNT, BreakerRelease.AUTOMATIC, 0, 100, 0);
        return new Policy("chaos-" + name().toLowerCase(Locale.ROOT), defaults.mode(),
                this == WATCHED ? RerunRule.NEVER : RerunRule.ON_FAILURE, Idempotency.IDEMPOTENT,
                defaults.whenUnknown(), false, defaults.approval(), 2, List.of(),
                new Backoff(Duration.ofMillis(200), 1, Duration.ofSeconds(1), 0), Duration.ofMillis(300),
                defaults.maxAge(), defaults.requestAge(), Optional.empty(), defaults.nativeRetries(),
                new Flapping(Flapping.MAX_STARTS, Duration.ofHours(1)), List.of(), List.of(),
                this == WATCHED ? Optional.empty() : Optional.of(group), Optional.empty(), Optional.empty(), List.of(),
                defaults.cascade());
    }
}
