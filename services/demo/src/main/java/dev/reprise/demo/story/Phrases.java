// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.util.Optional;

import dev.reprise.demo.client.HeardDecision;
import dev.reprise.demo.scheduler.RunEnd;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;

/** What happened, in words; the reasons of Reprise in its own. */
final class Phrases {
    private Phrases() {}

    /** A decision; nothing for a step that only puts others in order. */
    static Optional<String> of(HeardDecision decision) {
        if (decision.reason() == Reason.BARRIER_PENDING) {
            return Optional.empty();
        }
        String deed = switch (decision.kind()) {
            case "rerun" -> "runs it again";
            case "wait" -> "waits";
            case "suppress" -> "does nothing";
            case "alert" -> "tells the owner";
            case "resolve" -> "tells the owner that it is over";
            case "grant" -> "lets the run go on";
            case "refuse" -> "does not let the run go on";
            case "withdraw" -> "takes its rerun back";
            // Decided by a newer server: its own word is better than none.
            case String other -> other;
        };
        return Optional.of(deed + ". " + decision.reason().meaning());
    }

    /** What the webhook was told. */
    static String of(Alert alert) {
        return switch (alert) {
            case AlertFiring firing -> "is told that it " + headline(firing) + firing.content().evidence()
                    .map(error -> " The error: " + error.message() + ".").orElse("");
            case AlertAcked acked -> "is told that " + acked.actor() + " has taken it.";
            case AlertResolved resolved -> "is told that it is over. " + resolved.resolution().meaning();
        };
    }

    /** How a run of the scheduler ended. */
    static String of(RunEnd end) {
        return switch (end) {
            case RunEnd.Exited exited when exited.code() == 0 -> "the run has succeeded.";
            case RunEnd.Exited exited when exited.code() == RunEnd.KILLED ->
                "the run was killed (kill -9) after: " + exited.lastLine() + ".";
            case RunEnd.Exited exited -> "the run failed with exit status " + exited.code() + ": " + exited.lastLine()
                    + ".";
            case RunEnd.NotStarted notStarted -> "the run never started: " + notStarted.why() + ".";
        };
    }

    /** The summary without the instance at its head: the line names it already. */
    private static String headline(AlertFiring firing) {
        String head = firing.content().job() + " " + firing.content().partition() + ": ";
        String summary = firing.content().summary();
        return (summary.startsWith(head) ? summary.substring(head.length()) : summary) + ".";
    }
}
