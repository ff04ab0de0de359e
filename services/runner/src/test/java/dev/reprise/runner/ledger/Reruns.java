// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.TargetSpec;

/** Commands for tests, with the defaults a reader expects. */
public final class Reruns {
    public static final Instant NOW = Instant.parse("2026-11-29T06:00:00Z");

    private Reruns() {}

    public static InstanceId anInstance(String name) {
        return new InstanceId(new JobId("warehouse", name), new PartitionKey("ds=2026-11-28"));
    }

    /** A rerun of {@code name} that lives for six hours from now. */
    public static StartRerun aStart(String name, TargetSpec target) {
        return aStart(anInstance(name), target, NOW.plus(Duration.ofHours(6)));
    }

    public static StartRerun aStart(InstanceId instance, TargetSpec target, Instant notAfter) {
        AttemptId failed = new AttemptId(new RunId("run-1"), 1);
        return new StartRerun(RerunId.ofFailure(instance, failed), instance.job(), instance.partition(), 1,
                Reason.values()[0], Optional.of(failed), target, Map.of(), NOW, notAfter);
    }

    public static CancelRerun aCancel(StartRerun start) {
        return new CancelRerun(start.rerunId(), start.job(), start.partition(), start.generation(), start.reason(),
                NOW);
    }

    public static TargetSpec.Process aProcess(String... command) {
        return new TargetSpec.Process(List.of(command), Optional.empty(), Map.of(), Optional.empty());
    }
}
