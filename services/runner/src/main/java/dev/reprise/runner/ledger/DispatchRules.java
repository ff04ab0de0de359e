// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;

/**
 * The rules of one dispatch. Each answers for every ledger, command, outcome and time, and changes nothing.
 *
 * <pre>
 * command -> settled: skip | cancelled, expired: end | intent -> call -> accepted, refused: end
 *                                                          \-> unknown -> keyed: doubt -> call ... -> park
 *                                                                      \-> fenced: doubt -> fence -> query -> call ...
 *                                                                      \-> opaque: park
 * </pre>
 */
public final class DispatchRules {
    private final RetryTimes times;

    /** Makes the rules. */
    public DispatchRules(RetryTimes times) {
        this.times = times;
    }

    /**
     * A command has come.
     *
     * @param entry what the ledger knows of its rerun
     * @param cancelSeen whether a cancel for it has been read, here or further on
     */
    public NextStep onCommand(Optional<LedgerEntry> entry, RunnerCommand command, boolean cancelSeen, Scene scene) {
        return switch (command) {
            case StartRerun start -> onStart(entry, start, cancelSeen, scene);
            case CancelRerun cancel -> onCancel(entry, cancel, scene);
        };
    }

    private NextStep onStart(Optional<LedgerEntry> entry, StartRerun start, boolean cancelSeen, Scene scene) {
        if (entry.isEmpty()) {
            if (cancelSeen) {
                return new NextStep.End(cancelled(start, scene));
            }
            return scene.now().isAfter(start.notAfter())
                    ? new NextStep.End(expired(start, scene))
                    : new NextStep.Intend();
        }
        return switch (entry.get()) {
            case LedgerEntry.Settled _ -> new NextStep.Skip(NextStep.SkipReason.SETTLED);
            case LedgerEntry.Unreadable unreadable ->
                park(start, scene, "the ledger record of this rerun cannot be read: " + unreadable.cause());
            case LedgerEntry.Open open when open.epoch() == scene.epoch() ->
                new NextStep.Skip(NextStep.SkipReason.UNDER_WAY);
            // Whether the earlier owner came to call is not known: the doubt is written before anything is sent, so that
            // an owner that only believes to be one is fenced off first.
            case LedgerEntry.Open open -> repeatOrPark(open, start, scene,
                    "an earlier runner stopped between intent and result", scene.now());
        };
    }

    private static NextStep onCancel(Optional<LedgerEntry> entry, CancelRerun cancel, Scene scene) {
        if (entry.isEmpty()) {
            return new NextStep.End(cancelled(cancel, scene));
        }
        return new NextStep.Skip(switch (entry.get()) {
            case LedgerEntry.Settled _ -> NextStep.SkipReason.SETTLED;
            case LedgerEntry.Open _,LedgerEntry.Unreadable _ -> NextStep.SkipReason.CANCEL_TOO_LATE;
        });
    }

    /**
     * The intent or the doubt is committed and its time has come: may the target be called?
     *
     * @param open the ledger now; where it knows no doubt, nothing was sent
     * @param cancelSeen whether a cancel for it has been read
     */
    public NextStep beforeCall(LedgerEntry.Open open, StartRerun start, boolean cancelSeen, Scene scene) {
        if (!open.inDoubt()) {
            if (cancelSeen) {
                return new NextStep.End(cancelled(start, scene));
            }
            return scene.now().isAfter(start.notAfter()) || !scene.now().isBefore(lastFirst(open, scene))
                    ? new NextStep.End(expired(start, scene))
                    : new NextStep.Call();
        }
        if (!scene.now().isBefore(lastRepeat(open, start, scene))) {
            return park(start, scene, "in doubt for as long as the target can settle it");
        }
        return switch (scene.guarantee()) {
            case DispatchClass.Keyed _,DispatchClass.Opaque _ -> new NextStep.Call();
            case DispatchClass.Fenced _ -> new NextStep.Fence();
        };
    }

    /** A doubt is cleared, nothing was started, and its time has come: may the target be called? */
    public NextStep onCleared(StartRerun start, Scene scene) {
        return scene.now().isAfter(start.notAfter()) ? new NextStep.End(expired(start, scene)) : new NextStep.Call();
    }

    /**
     * What the target was asked has an end.
     *
     * @param open the ledger as it was when it was asked
     * @param tries how often this owner has called or fenced, from 1
     */
    public NextStep onOutcome(LedgerEntry.Open open, StartRerun start, Outcome outcome, int tries, Scene scene) {
        return switch (outcome) {
            case CallOutcome call -> onCall(open, start, call, tries, scene);
            case FenceOutcome.Installed _ -> new NextStep.Query();
            case FenceOutcome.Unknown unknown ->
                repeatOrPark(open, start, scene, unknown.detail(), later(tries, scene));
            case QueryOutcome.Found found -> accept(start, scene, found.externalRun(), true);
            // Older calls are fenced off: it was not started, and will only be by a call that is made now.
            case QueryOutcome.NotFound _ -> new NextStep.Cleared();
            case QueryOutcome.Unknown unknown ->
                repeatOrPark(open, start, scene, unknown.detail(), later(tries, scene));
        };
    }

    private NextStep onCall(LedgerEntry.Open open, StartRerun start, CallOutcome outcome, int tries, Scene scene) {
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> accept(start, scene, accepted.externalRun(), accepted.adopted());
            case CallOutcome.Unknown unknown -> repeatOrPark(open, start, scene, unknown.detail(), later(tries, scene));
            // No after no says nothing of an earlier call that may have worked, unless all earlier ones are fenced off.
            case CallOutcome.Refused refused when open.inDoubt()
                    && !(scene.guarantee() instanceof DispatchClass.Fenced) ->
                repeatOrPark(open, start, scene, refused.detail(), later(tries, scene));
            case CallOutcome.Refused refused -> reject(start, scene, refused.conflict(), refused.detail());
            case CallOutcome.NotSent unsent when open.inDoubt() ->
                repeatOrPark(open, start, scene, unsent.detail(), later(tries, scene));
            case CallOutcome.NotSent unsent -> waitOrReject(open, start, scene, unsent.detail(), later(tries, scene));
        };
    }

    private NextStep waitOrReject(LedgerEntry.Open open, StartRerun start, Scene scene, String detail, Instant again) {
        Instant patience = open.intentAt().orElse(scene.now()).plus(times.unsentPatience());
        return again.isAfter(patience) || again.isAfter(start.notAfter())
                ? reject(start, scene, false, detail)
                : new NextStep.Wait(again);
    }

    private NextStep repeatOrPark(LedgerEntry.Open open, StartRerun start, Scene scene, String detail,
            Instant again) {
        Instant last = lastRepeat(open, start, scene);
        if (!scene.now().isBefore(last)) {
            return park(start, scene, detail);
        }
        return new NextStep.Doubt(detail, again.isBefore(last) ? again : last);
    }

    /**
     * The time from which the target is not asked again. Keyed: half the horizon, because a paused sender may act late;
     * the epoch where the intent is gone from the log, because then nobody knows how old the key is. Fenced: some time
     * beyond the life of the command, because the question alone settles the doubt and starts nothing.
     */
    private Instant lastRepeat(LedgerEntry.Open open, StartRerun start, Scene scene) {
        return switch (scene.guarantee()) {
            case DispatchClass.Opaque _ -> Instant.EPOCH;
            case DispatchClass.Fenced _ -> start.notAfter().plus(times.unsentPatience());
            case DispatchClass.Keyed keyed -> open.intentAt().map(intentAt -> {
                Instant half = intentAt.plus(half(keyed.horizon()));
                return half.isBefore(start.notAfter()) ? half : start.notAfter();
            }).orElse(Instant.EPOCH);
        };
    }

    /**
     * The time from which the first call is not made either: an owner that slept since its intent may have been followed by
     * another, whose key the target has forgotten by then.
     */
    private static Instant lastFirst(LedgerEntry.Open open, Scene scene) {
        return switch (scene.guarantee()) {
            case DispatchClass.Keyed keyed ->
                open.intentAt().map(at -> at.plus(half(keyed.horizon()))).orElse(Instant.MAX);
            case DispatchClass.Opaque _,DispatchClass.Fenced _ -> Instant.MAX;
        };
    }

    private static Duration half(Duration horizon) {
        return horizon.dividedBy(2);
    }

    private Instant later(int tries, Scene scene) {
        return scene.now().plus(times.delay(tries));
    }

    private static NextStep accept(StartRerun start, Scene scene, RunId externalRun, boolean adopted) {
        return new NextStep.End(new DispatchAccepted(start.rerunId(), start.job(), start.partition(),
                start.generation(), scene.epoch(), scene.now(), externalRun, adopted));
    }

    private static NextStep park(StartRerun start, Scene scene, String detail) {
        return new NextStep.End(new DispatchParked(start.rerunId(), start.job(), start.partition(), start.generation(),
                scene.epoch(), scene.now(), detail));
    }

    private static NextStep reject(StartRerun start, Scene scene, boolean conflict, String detail) {
        return new NextStep.End(new DispatchRejected(start.rerunId(), start.job(), start.partition(),
                start.generation(), scene.epoch(), scene.now(), conflict, detail));
    }

    private static DispatchExpired expired(StartRerun start, Scene scene) {
        return new DispatchExpired(start.rerunId(), start.job(), start.partition(), start.generation(), scene.epoch(),
                scene.now());
    }

    private static DispatchCancelled cancelled(RunnerCommand command, Scene scene) {
        return new DispatchCancelled(command.rerunId(), command.job(), command.partition(), command.generation(),
                scene.epoch(), scene.now());
    }
}
