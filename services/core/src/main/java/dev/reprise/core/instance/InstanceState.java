// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
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
 * @param remedy what is known of the episode's trouble and what was tried against it
 * @param succeededBy the attempt that made it succeed; present as long as that holds
 * @param successProven whether the source that owns the job said so; an observer's word yields to a failure
 * @param claim the last rerun decided
 * @param ask the last question to its group
 * @param runs its runs
 * @param memory reports taken in
 * @param links what it has to do with other instances
 * @param permits what its gate remembers; absent as long as it has neither succeeded nor been asked for a permit
 * @param alerts what was told
 * @param deadlineTold whether it was told that the deadline passed
 * @param evidence what is known of the last failure
 * @param highestAppend the latest time of append seen: a clock that fell back must not make old news fresh
 * @param lastReason the reason of the last decision, as long as it explains where the instance stands
 */
public record InstanceState(InstanceId instance, Phase phase, long generation, long episode, boolean troubled,
        int reruns, Remedy remedy, Optional<AttemptId> succeededBy, boolean successProven, Optional<Claim> claim,
        Optional<Ask> ask, Runs runs, Memory memory, Links links, Optional<Permits> permits, List<AlertMemory> alerts,
        boolean deadlineTold,
        Optional<ErrorEvidence> evidence, Instant highestAppend, Optional<Reason> lastReason) {

    /** An instance of which nothing is known. */
    public static InstanceState initial(InstanceId instance) {
        return new InstanceState(instance, new Phase.Idle(), 0, 0, false, 0, Remedy.NONE, Optional.empty(), false,
                Optional.empty(), Optional.empty(), Runs.NONE, Memory.EMPTY, Links.NONE, Optional.empty(), List.of(),
                false,
                Optional.empty(), Instant.EPOCH, Optional.empty());
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

    /** What the last failure of the open episode was taken for. */
    public Optional<Classification> diagnosis() {
        return remedy.diagnosis();
    }

    Optional<AlertMemory> alert(AlertKey key) {
        return alerts.stream().filter(memory -> memory.key().equals(key)).findFirst();
    }

    /** Whether people were told that nobody has said what became of the rerun under way. */
    boolean isToldUnanswered() {
        return alert(AlertKey.of(Reason.RERUN_UNANSWERED.name(), instance))
                .filter(told -> told.open() && told.generation() == generation).isPresent();
    }

    /** What its gate remembers; nothing for one that was never asked. */
    Permits gate() {
        return permits.orElse(Permits.NONE);
    }

    /** Whether an attempt is the newest execution known. */
    boolean isCurrent(AttemptId attempt) {
        return runs.current().filter(attempt::equals).isPresent();
    }

    boolean claimNames(RunId run) {
        return claim.filter(last -> last.names(run)).isPresent();
    }

    InstanceState with(Phase next) {
        return change(draft -> draft.phase = next);
    }

    InstanceState with(Runs next) {
        return change(draft -> draft.runs = next);
    }

    InstanceState with(Memory next) {
        return change(draft -> draft.memory = next);
    }

    InstanceState with(Links next) {
        return change(draft -> draft.links = next);
    }

    InstanceState with(Permits next) {
        return change(draft -> draft.permits = Optional.of(next));
    }

    InstanceState with(Remedy next) {
        return change(draft -> draft.remedy = next);
    }

    InstanceState with(Claim next) {
        return change(draft -> draft.claim = Optional.of(next));
    }

    InstanceState with(Ask next) {
        return change(draft -> draft.ask = Optional.of(next));
    }

    InstanceState withGeneration(long next) {
        return change(draft -> draft.generation = next);
    }

    InstanceState withReruns(int used) {
        return change(draft -> draft.reruns = used);
    }

    /** The first failure after health begins an episode. */
    InstanceState inTrouble() {
        return troubled ? this : change(draft -> {
            draft.episode = episode + 1;
            draft.troubled = true;
            draft.reruns = 0;
            draft.remedy = Remedy.NONE;
        });
    }

    InstanceState succeededBy(AttemptId attempt, boolean proven) {
        return change(draft -> {
            draft.phase = new Phase.Succeeded();
            draft.troubled = false;
            draft.succeededBy = Optional.of(attempt);
            draft.successProven = proven;
            draft.links = links.succeeded(generation);
            draft.lastReason = Optional.empty();
        });
    }

    InstanceState successConfirmed() {
        return change(draft -> draft.successProven = true);
    }

    InstanceState unsucceeded() {
        return change(draft -> {
            draft.succeededBy = Optional.empty();
            draft.successProven = false;
        });
    }

    InstanceState withAlert(AlertMemory changed) {
        return change(draft -> draft.alerts = AlertMemory.with(alerts, changed, instance));
    }

    InstanceState withDeadlineTold() {
        return change(draft -> draft.deadlineTold = true);
    }

    InstanceState withEvidence(Optional<ErrorEvidence> error) {
        return change(draft -> draft.evidence = error);
    }

    InstanceState appendedAt(Instant append) {
        return append.isAfter(highestAppend) ? change(draft -> draft.highestAppend = append) : this;
    }

    /** What is left of a success when the single reports about it are forgotten: that it succeeded, and its numbers. */
    InstanceState withoutDetails() {
        return change(draft -> {
            draft.remedy = Remedy.NONE;
            draft.ask = Optional.empty();
            draft.memory = memory.takenInUpTo().isPresent() && memory.equals(Memory.upTo(memory.takenInUpTo().get()))
                    ? memory
                    : Memory.upTo(highestAppend);
            draft.links = links.withoutWaits();
            draft.permits = permits.map(Permits::withoutAnswers);
            draft.evidence = Optional.empty();
        });
    }

    InstanceState because(Reason reason) {
        return change(draft -> draft.lastReason = Optional.of(reason));
    }

    private InstanceState change(java.util.function.Consumer<Draft> edit) {
        Draft draft = new Draft(this);
        edit.accept(draft);
        return draft.made(instance);
    }

    /** The fields while a change is made: twenty of them by position would be mistaken for one another. */
    private static final class Draft {
        private Phase phase;
        private long generation;
        private long episode;
        private boolean troubled;
        private int reruns;
        private Remedy remedy;
        private Optional<AttemptId> succeededBy;
        private boolean successProven;
        private Optional<Claim> claim;
        private Optional<Ask> ask;
        private Runs runs;
        private Memory memory;
        private Links links;
        private Optional<Permits> permits;
        private List<AlertMemory> alerts;
        private boolean deadlineTold;
        private Optional<ErrorEvidence> evidence;
        private Instant highestAppend;
        private Optional<Reason> lastReason;

        private Draft(InstanceState state) {
            phase = state.phase;
            generation = state.generation;
            episode = state.episode;
            troubled = state.troubled;
            reruns = state.reruns;
            remedy = state.remedy;
            succeededBy = state.succeededBy;
            successProven = state.successProven;
            claim = state.claim;
            ask = state.ask;
            runs = state.runs;
            memory = state.memory;
            links = state.links;
            permits = state.permits;
            alerts = state.alerts;
            deadlineTold = state.deadlineTold;
            evidence = state.evidence;
            highestAppend = state.highestAppend;
            lastReason = state.lastReason;
        }

        private InstanceState made(InstanceId instance) {
            return new InstanceState(instance, phase, generation, episode, troubled, reruns, remedy, succeededBy,
                    successProven, claim, ask, runs, memory, links, permits, alerts, deadlineTold, evidence,
                    highestAppend,
                    lastReason);
        }
    }
}
