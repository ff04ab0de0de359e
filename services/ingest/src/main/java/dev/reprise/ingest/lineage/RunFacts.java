// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * What is known of one try of an owner's run, from whichever of its events. Facts only add up; the order in which they come
 * does not matter.
 *
 * @param source who reported first
 * @param started when it began, by the earliest event that shows it running
 * @param alive the latest sign of life
 * @param failure that it failed: sticky, whatever is reported later
 * @param success that it succeeded, by the strongest proof
 * @param killed when it was stopped
 * @param retry whether the scheduler will try again
 * @param rerunOf the rerun of ours that it carries out
 * @param runName the scheduler's own name of the run
 * @param slice which part of its partition the run makes
 */
public record RunFacts(String source, Optional<Instant> started, Optional<Instant> alive, Optional<Failure> failure,
        Optional<Success> success, Optional<Instant> killed, RetryOutlook retry, Optional<RerunId> rerunOf,
        Optional<RunId> runName, Optional<String> slice) {

    /**
     * A failure.
     *
     * @param at when
     * @param byOwner whether the owner itself reported it, so that no success of the owner can follow
     * @param error what is known of the cause
     */
    public record Failure(Instant at, boolean byOwner, Optional<ErrorEvidence> error) {}

    /**
     * A success.
     *
     * @param at when
     * @param proof how much it proves
     */
    public record Success(Instant at, SuccessProof proof) {}

    /** Nothing known yet but who reports. */
    static RunFacts unknown(String source) {
        return new RunFacts(source, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), RetryOutlook.UNSTATED, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether the run is known to have ended, in whatever way. */
    public boolean ended() {
        return failure.isPresent() || success.isPresent() || killed.isPresent();
    }

    /** These facts and what one event adds. */
    RunFacts with(LineageEvent event, boolean ofOwner) {
        RetryOutlook outlook = retry == RetryOutlook.UNSTATED ? event.hints().retry() : retry;
        return new RunFacts(source, startedWith(event), aliveWith(event), failureWith(event, ofOwner),
                successWith(event, ofOwner), killedWith(event, ofOwner), outlook,
                rerunOf.or(event.hints()::rerunOf), ofOwner ? runName.or(event.hints()::runName) : runName,
                ofOwner ? slice.or(event.hints()::slice) : slice);
    }

    /** These facts under the names by which instances were told of the run before. */
    RunFacts named(Optional<RunId> name, Optional<String> part) {
        return new RunFacts(source, started, alive, failure, success, killed, retry, rerunOf, name, part);
    }

    private Optional<Instant> startedWith(LineageEvent event) {
        boolean shows = event.type() == LineageType.START || event.type() == LineageType.RUNNING;
        return shows ? Optional.of(earlier(started, event.at())) : started;
    }

    /** Anything that happens inside a run shows that it lives, except the end of it. */
    private Optional<Instant> aliveWith(LineageEvent event) {
        boolean shows = event.type() == LineageType.RUNNING
                || event.role() == RunRole.PART && event.type() != LineageType.OTHER;
        return shows && alive.filter(at -> !at.isBefore(event.at())).isEmpty() ? Optional.of(event.at()) : alive;
    }

    private Optional<Failure> failureWith(LineageEvent event, boolean ofOwner) {
        if (event.type() != LineageType.FAIL) {
            return failure;
        }
        Failure told = new Failure(event.at(), ofOwner, event.hints().error());
        // the first report stays, but the owner's own word and a cause are kept when they come later
        return Optional.of(failure.map(first -> new Failure(first.at(), first.byOwner() || ofOwner,
                first.error().or(told::error))).orElse(told));
    }

    /**
     * Only the owner's own COMPLETE counts. An application inside a task proves nothing for the task: it completes when its
     * driver dies as well, and a task may run several.
     */
    private Optional<Success> successWith(LineageEvent event, boolean ofOwner) {
        if (event.type() != LineageType.COMPLETE || !ofOwner) {
            return success;
        }
        SuccessProof proof = event.role() == RunRole.OWNER ? SuccessProof.OWNER : SuccessProof.OBSERVER;
        return success.filter(known -> known.proof() == SuccessProof.OWNER || known.proof() == proof)
                .or(() -> Optional.of(new Success(event.at(), proof)));
    }

    private Optional<Instant> killedWith(LineageEvent event, boolean ofOwner) {
        return event.type() == LineageType.ABORT && ofOwner ? killed.or(() -> Optional.of(event.at())) : killed;
    }

    private static Instant earlier(Optional<Instant> known, Instant other) {
        return known.filter(at -> at.isBefore(other)).orElse(other);
    }
}
