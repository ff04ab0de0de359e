// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RunId;

/**
 * All that is known of one instance. Only {@link Evolution} makes a new one; it replays to the same state for ever.
 *
 * @param instance which instance
 * @param phase where it stands
 * @param generation how many generations began
 * @param episode the current or last episode, from 1; 0 before the first failure
 * @param troubled whether an episode is open
 * @param reruns reruns used in the episode
 * @param succeededBy the attempt that made it succeed; present as long as that holds
 * @param successProven whether the source that owns the job said so; an observer's word yields to a failure
 * @param claim the last rerun decided
 * @param runs its runs
 * @param memory reports taken in
 * @param alerts what was told
 * @param evidence what is known of the last failure
 * @param highestAppend the latest time of append seen: a clock that fell back must not make old news fresh
 * @param lastReason the reason of the last decision, as long as it explains where the instance stands
 */
public record InstanceState(InstanceId instance, Phase phase, long generation, long episode, boolean troubled,
        int reruns,
        Optional<AttemptId> succeededBy, boolean successProven, Optional<Claim> claim, Runs runs, Memory memory,
        List<AlertMemory> alerts,
        Optional<ErrorEvidence> evidence, Instant highestAppend, Optional<Reason> lastReason) {

    /** An instance of which nothing is known. */
    public static InstanceState initial(InstanceId instance) {
        return new InstanceState(instance, new Phase.Idle(), 0, 0, false, 0, Optional.empty(), false, Optional.empty(),
                Runs.NONE, Memory.EMPTY, List.of(), Optional.empty(), Instant.EPOCH, Optional.empty());
    }

    /** Its public status. */
    public InstanceStatus status() {
        return phase.status();
    }

    /** Whether it has succeeded and nothing newer began. */
    public boolean succeeded() {
        return succeededBy.isPresent();
    }

    /** Alerts that fire. */
    public List<AlertMemory> openAlerts() {
        return alerts.stream().filter(AlertMemory::open).toList();
    }

    Optional<AlertMemory> alert(AlertKey key) {
        return alerts.stream().filter(memory -> memory.key().equals(key)).findFirst();
    }

    boolean claimNames(RunId run) {
        return claim.filter(last -> last.names(run)).isPresent();
    }

    InstanceState with(Phase next) {
        return new InstanceState(instance, next, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, runs,
                memory,
                alerts, evidence, highestAppend, lastReason);
    }

    InstanceState with(Runs next) {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, next,
                memory,
                alerts, evidence, highestAppend, lastReason);
    }

    InstanceState with(Memory next) {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, runs, next,
                alerts, evidence, highestAppend, lastReason);
    }

    InstanceState with(Claim next) {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                Optional.of(next), runs, memory, alerts, evidence, highestAppend, lastReason);
    }

    InstanceState withGeneration(long next) {
        return new InstanceState(instance, phase, next, episode, troubled, reruns, succeededBy, successProven, claim,
                runs, memory,
                alerts, evidence, highestAppend, lastReason);
    }

    InstanceState withReruns(int used) {
        return new InstanceState(instance, phase, generation, episode, troubled, used, succeededBy, successProven,
                claim, runs, memory,
                alerts, evidence, highestAppend, lastReason);
    }

    /** The first failure after health begins an episode. */
    InstanceState inTrouble() {
        return troubled
                ? this
                : new InstanceState(instance, phase, generation, episode + 1, true, 0, succeededBy, successProven,
                        claim, runs, memory,
                        alerts, evidence, highestAppend, lastReason);
    }

    InstanceState succeededBy(AttemptId attempt, boolean proven) {
        return new InstanceState(instance, new Phase.Succeeded(), generation, episode, false, reruns,
                Optional.of(attempt), proven, claim, runs, memory, alerts, evidence, highestAppend, Optional.empty());
    }

    InstanceState unsucceeded() {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, Optional.empty(), false, claim,
                runs,
                memory, alerts, evidence, highestAppend, lastReason);
    }

    InstanceState withAlert(AlertMemory changed) {
        List<AlertMemory> others = Memory.without(alerts, memory -> memory.key().equals(changed.key()));
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, runs,
                memory,
                Memory.with(others, changed), evidence, highestAppend, lastReason);
    }

    InstanceState withEvidence(Optional<ErrorEvidence> error) {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, runs,
                memory,
                alerts, error, highestAppend, lastReason);
    }

    InstanceState appendedAt(Instant append) {
        return !append.isAfter(highestAppend)
                ? this
                : new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                        claim, runs,
                        memory, alerts, evidence, append, lastReason);
    }

    InstanceState because(Reason reason) {
        return new InstanceState(instance, phase, generation, episode, troubled, reruns, succeededBy, successProven,
                claim, runs,
                memory,
                alerts, evidence, highestAppend, Optional.of(reason));
    }
}
