// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** What a target under test does at its next call. */
public enum Behaviour {
    /** Takes it and says so. */
    ACCEPT,
    /** Takes it, and the answer is lost. */
    ACCEPT_AND_LOSE_ANSWER,
    /** Takes it, and the answer comes after the time-out. */
    ACCEPT_AND_ANSWER_LATE,
    /** Takes it, then reports a fault of its own. */
    ACCEPT_THEN_FAIL,
    /** Does not take it, and says so clearly. */
    REFUSE,
    /** Something else, not our run, holds the place. */
    CONFLICT_WITH_OTHER,
    /** Cannot be reached at all. */
    UNREACHABLE
}
