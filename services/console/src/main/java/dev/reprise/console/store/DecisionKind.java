// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import dev.reprise.schemas.decision.Decision;

/** The word under which a kind of decision is shown and filtered; the same as on the wire. */
public final class DecisionKind {

    private DecisionKind() {}

    /** The kind of a decision. */
    public static String of(Decision decision) {
        return switch (decision) {
            case Decision.Rerun _ -> "rerun";
            case Decision.Wait _ -> "wait";
            case Decision.Suppress _ -> "suppress";
            case Decision.Alert _ -> "alert";
            case Decision.Resolve _ -> "resolve";
            case Decision.Withdraw _ -> "withdraw";
        };
    }
}
