// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.job.Policy;

/**
 * What a rule may look at.
 *
 * @param before the state before the input was taken in
 * @param seen the state after it was taken in
 * @param job what is in force for the job
 * @param now the time of the input
 */
record Situation(InstanceState before, InstanceState seen, JobView.Known job, Instant now) {

    /** The policy in force. */
    Policy policy() {
        return job.policy();
    }

    /** How old something is. A clock that fell back must not make it young. */
    Duration age(Instant happenedAt) {
        Instant latest = now.isAfter(seen.highestAppend()) ? now : seen.highestAppend();
        return Duration.between(happenedAt, latest);
    }

    static List<Decision> suppress(Reason reason) {
        return List.of(new Decision.Suppress(reason, Optional.empty()));
    }

    List<Decision> alert(Reason kind) {
        return List.of(tell(kind, Optional.empty(), Optional.empty()));
    }

    /** Tells a person of something that goes along with another decision: once, without a word when it was told. */
    List<Decision> notice(Reason kind) {
        return tell(kind, Optional.empty(), Optional.empty()) instanceof Decision.Alert alert
                ? List.of(alert)
                : List.of();
    }

    /**
     * Tells a person, once for each generation. A new proposal is news, and so is a failure that comes back after it was
     * said to be over.
     */
    Decision tell(Reason kind, Optional<Proposal> proposal, Optional<Instant> until) {
        AlertKey key = AlertKey.of(kind.name(), seen.instance());
        boolean told = seen.alert(key)
                .filter(memory -> (memory.open() || AlertKinds.isNotice(kind))
                        && memory.generation() == seen.generation()
                        && memory.proposal().equals(proposal.map(Proposal::rerunId)))
                .isPresent();
        boolean asked = proposal.isEmpty() || seen.phase() instanceof Phase.AwaitingApproval;
        return told && asked
                ? new Decision.Suppress(Reason.ALERT_ALREADY_OPEN, Optional.of(kind))
                : new Decision.Alert(kind, key, AlertKinds.severity(kind), proposal, until);
    }

    /** Says of every open alert of a kind that it is over. */
    List<Decision> resolve(Reason kind, Reason because) {
        AlertKey key = AlertKey.of(kind.name(), seen.instance());
        return seen.alert(key).filter(AlertMemory::open).<List<Decision>>map(
                memory -> List.of(new Decision.Resolve(because, memory.key()))).orElse(List.of());
    }

    /** Says of all that fires about the instance that it is over; what is about its job or group is not. */
    List<Decision> resolveAll(Reason because) {
        return seen.openAlerts().stream()
                .filter(memory -> memory.isAbout(seen.instance()))
                .<Decision>map(memory -> new Decision.Resolve(because, memory.key())).toList();
    }

    /** When the partition must be ready, where that is known. */
    Optional<Instant> deadline() {
        return Timers.deadline(seen, job);
    }

    /** How long a run takes, where that is known. */
    Optional<Duration> expectedDuration() {
        return policy().expectedDuration().or(() -> seen.ask().flatMap(Ask::expectedDuration));
    }

    /** Takes a rerun back that was decided and may not have been sent yet, when another run takes its place. */
    List<Decision> withdrawUnsent(AttemptId instead, Reason because) {
        boolean unsent = before.phase() instanceof Phase.Intended && !before.claimNames(instead.run());
        return before.claim().filter(_ -> unsent)
                .<List<Decision>>map(claim -> List.of(new Decision.Withdraw(because, claim.rerunId())))
                .orElse(List.of());
    }

    @SafeVarargs
    static List<Decision> all(List<Decision>... parts) {
        List<Decision> decisions = new ArrayList<>();
        for (List<Decision> part : parts) {
            decisions.addAll(part);
        }
        return List.copyOf(decisions);
    }
}
