// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

/** Why a receiver is told nothing. */
public enum SkipReason {
    /** This revision was told. */
    ALREADY_TOLD("this revision was told"),
    /** This revision was given up. */
    ALREADY_GIVEN_UP("this revision was given up"),
    /** A newer revision was dealt with. */
    OUTDATED("a newer revision was dealt with"),
    /** It is over, and the receiver was never told that it fired. */
    NEVER_TOLD("it is over before it could be told"),
    /** The receiver wants no more of this alert. */
    GONE("the receiver wants no more of this alert");

    private final String meaning;

    SkipReason(String meaning) {
        this.meaning = meaning;
    }

    /** In words, for the notification log. */
    public String meaning() {
        return meaning;
    }
}
