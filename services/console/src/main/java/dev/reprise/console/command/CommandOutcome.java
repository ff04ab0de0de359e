// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.Comparator;
import java.util.List;

import dev.reprise.console.store.Questions.StoredDecision;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.RerunRejected;

/** Reads from the decisions on a command whether the person got what was asked for. */
final class CommandOutcome {

    private CommandOutcome() {}

    /** The decision that says most: a rerun before a wait, anything before what merely goes along with it. */
    static StoredDecision deciding(List<StoredDecision> decisions) {
        return decisions.stream().min(Comparator.comparingInt(stored -> rank(stored.decision().decision())))
                .orElseThrow();
    }

    /** Whether the command came to nothing. A repetition is no refusal: the first one was answered. */
    static boolean isRefused(OperatorCommand command, List<StoredDecision> decisions) {
        Decision decision = deciding(decisions).decision().decision();
        return switch (decision) {
            // A permit answers a run, never a person's command.
            case Decision.Rerun _,Decision.Shadow _,Decision.Wait _,Decision.Withdraw _,Decision.Resolve _,Decision.Grant _,Decision.Refuse _ ->
                false;
            case Decision.Suppress suppress ->
                suppress.reason() != Reason.DUPLICATE_REQUEST && !isWish(command, suppress);
            case Decision.Alert alert -> alert.proposal().isEmpty() && !isWish(command, alert);
        };
    }

    /** A rejection that is told as such is what the person wanted. */
    private static boolean isWish(OperatorCommand command, Decision decision) {
        return command instanceof RerunRejected && decision.reason() == Reason.REJECTED;
    }

    private static int rank(Decision decision) {
        return switch (decision) {
            case Decision.Rerun _,Decision.Shadow _ -> 0;
            case Decision.Wait _ -> 1;
            case Decision.Suppress _ -> 2;
            case Decision.Alert _ -> 3;
            case Decision.Withdraw _ -> 4;
            case Decision.Resolve _ -> 5;
            case Decision.Grant _,Decision.Refuse _ -> 6;
        };
    }
}
