// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * Why a firing alert is not told at once. It is an attribute of the alert, never a state: the alert fires on, and its end
 * is told to whoever was told of it.
 *
 * @param cause what holds it back
 * @param by whose doing: the id of the silence, the person, or the key of the alert that stands for it
 * @param until when it ends by itself, where that is known
 */
public record Suppression(Cause cause, String by, Optional<Instant> until) {
    /** Longest name of what holds back: that of an alert key. */
    public static final int MAX_BY = 4096;

    /** What holds an alert back. */
    public enum Cause {
        /** A person has taken it. */
        ACKNOWLEDGED,
        /** A silence. */
        SILENCED,
        /** Another alert that stands for it. */
        INHIBITED
    }

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Suppression {
        Bounds.text("by", by, MAX_BY);
    }
}
