// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.ReconciledState;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/** Events of scenarios in the words of the contract. */
final class ScenarioEvents {
    private static final String SOURCE = "scenario";
    private final Map<String, RerunId> reruns;

    /**
     * Makes a translation.
     *
     * @param reruns our names of reruns, by the names that scenarios give them
     */
    ScenarioEvents(Map<String, RerunId> reruns) {
        this.reruns = reruns;
    }

    /**
     * Translates an event about an instance.
     *
     * @throws IllegalArgumentException when the type is none that scenarios have
     */
    InstanceEvent translate(InstanceId instance, ScenarioEvent event, Instant at, Instant append) {
        JobId job = instance.job();
        PartitionKey partition = instance.partition();
        RunId run = run(event.run().orElse("none"));
        int attempt = event.attempt().orElse(1);
        return switch (event.type()) {
            case "STARTED" -> new RunStarted(job, partition, run, attempt, at, SOURCE,
                    event.rerunOf().flatMap(name -> Optional.ofNullable(reruns.get(name))),
                    event.aliasOf().map(this::run),
                    event.correlated().orElse(false));
            case "HEARTBEAT" -> new RunHeartbeat(job, partition, run, attempt, at, SOURCE);
            case "SUCCEEDED" -> new RunSucceeded(job, partition, run, attempt, at, SOURCE, SuccessProof.OWNER);
            case "FAILED", "TIMED_OUT", "LOST" -> failure(instance, event, run, at);
            case "KILLED" -> new RunKilled(job, partition, run, attempt, at, SOURCE,
                    event.by().filter("user"::equals).isPresent() ? KilledBy.USER : KilledBy.UNKNOWN, Optional.empty());
            case "SKIPPED" -> new RunSkipped(job, partition, run, attempt, at, SOURCE);
            case "UPSTREAM_FAILED" ->
                new RunUpstreamFailed(job, partition, run, attempt, at, SOURCE, Optional.empty());
            case "CLEARED" -> new RunCleared(job, partition, run, attempt, at, SOURCE, Optional.empty());
            case "OUTPUT_COMMITTED" -> new OutputCommitted(job, partition, run, attempt, at, SOURCE);
            case "DEADLINE_REPORT" -> new DeadlineReported(job, partition, run, attempt, at, SOURCE);
            case "RECONCILE" -> new RunReconciled(job, partition, run, attempt, at, SOURCE,
                    reconciled(event.state().orElse("unknown")));
            case "RERUN_REQUESTED" -> new RerunRequested(job, partition, at,
                    event.request().orElse("at-" + append.getEpochSecond()), "a person", "as the scenario says",
                    event.force().orElse(false), true, false);
            default -> throw new IllegalArgumentException("type '" + event.type() + "' is no event of a scenario");
        };
    }

    private InstanceEvent failure(InstanceId instance, ScenarioEvent event, RunId run, Instant at) {
        JobId job = instance.job();
        PartitionKey partition = instance.partition();
        int attempt = event.attempt().orElse(1);
        if (event.state().filter("unknown"::equals).isPresent()) {
            return new RunStateUnknown(job, partition, run, attempt, at, SOURCE, "unknown");
        }
        RetryOutlook retry = event.finalFailure().orElse(false)
                ? RetryOutlook.FINAL
                : event.willRetry().orElse(false) ? RetryOutlook.WILL_RETRY : RetryOutlook.UNSTATED;
        RunPhase phase = event.partial().orElse(false) ? RunPhase.PARTIAL : RunPhase.MAY_HAVE_RUN;
        Optional<ErrorEvidence> error = event.error().map(ErrorEvidence::ofMessage);
        return event.type().equals("LOST")
                ? new RunLost(job, partition, run, attempt, at, SOURCE, retry, phase, error)
                : new RunFailed(job, partition, run, attempt, at, SOURCE,
                        event.type().equals("FAILED") ? FailureKind.FAILED : FailureKind.TIMED_OUT, retry, phase,
                        error);
    }

    private RunId run(String name) {
        RerunId ours = reruns.get(name);
        return ours == null ? new RunId(name) : ours.asRun();
    }

    private static ReconciledState reconciled(String state) {
        return Arrays.stream(ReconciledState.values())
                .filter(known -> known.name().equals(state.toUpperCase(Locale.ROOT))).findFirst()
                .orElse(ReconciledState.UNKNOWN);
    }
}
