// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;

/** Why a receiver is told nothing. */
public enum SkipReason {
    /** This revision was told. */
    ALREADY_TOLD(Wording.TOLD_THIS),
    /** This revision was given up. */
    ALREADY_GIVEN_UP(Wording.GAVE_THIS_UP),
    /** A newer revision was dealt with. */
    OUTDATED(Wording.NEWER_DEALT_WITH),
    /** It is over, and the receiver was never told that it fired. */
    NEVER_TOLD(Wording.OVER_BEFORE_TOLD),
    /** The receiver wants no more of this alert. */
    GONE(Wording.WANTS_NO_MORE);

    private final Wording wording;

    SkipReason(Wording wording) {
        this.wording = wording;
    }

    /** For the notification log. */
    public Statement statement() {
        return Statement.of(wording);
    }
}
