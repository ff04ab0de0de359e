// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.simulation.Coverage.Seen;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.world.Decided;
import dev.reprise.simulation.world.Start;

/** What the judge comes to see, told to people and counted. */
final class Witness {
    private Witness() {}

    static String text(Object seen) {
        return switch (seen) {
            case Entry entry -> entry.topic() + " " + entry.offset() + " " + entry.appendedAt() + " " + entry.value();
            case Start start -> "TARGET " + start;
            default -> throw new IllegalArgumentException("the judge tells of " + seen);
        };
    }

    static void count(Object seen, Coverage coverage) {
        switch (seen) {
            case Start _ -> coverage.add(Seen.STARTS);
            case Entry entry when entry.value() instanceof Decided decided -> count(decided.decision(), coverage);
            case Entry entry when entry.value() instanceof DispatchRecord line -> coverage.add(switch (line) {
                case Takeover _ -> Seen.TAKEOVERS;
                case DispatchIntent _ -> Seen.INTENTS;
                case DispatchInDoubt _ -> Seen.DOUBTS;
                case DispatchAccepted _ -> Seen.ACCEPTED;
                case DispatchParked _ -> Seen.PARKED;
                case DispatchRejected _ -> Seen.REJECTED;
                case DispatchExpired _ -> Seen.EXPIRED;
                case DispatchCancelled _ -> Seen.CANCELLED;
            });
            default -> {
                // Events and commands are counted by what comes of them.
            }
        }
    }

    private static void count(Decision decision, Coverage coverage) {
        if (decision instanceof Decision.Rerun) {
            coverage.add(Seen.RERUNS);
        } else if (decision instanceof Decision.Alert) {
            coverage.add(Seen.ALERTS);
        }
        switch (decision.reason()) {
            case SUCCEEDED_BEFORE_RERUN -> coverage.add(Seen.PREVENTED);
            case STALE_FAILURE -> coverage.add(Seen.STALE);
            case RERUN_UNANSWERED -> coverage.add(Seen.UNANSWERED);
            case STORM_HELD, ADMISSION_PENDING -> coverage.add(Seen.HELD);
            default -> {
                // Reasons that are of no interest here.
            }
        }
    }
}
