// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.control;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * A pause or freeze: the value of the compacted {@code controls} topic under its scope. A record without a value lifts it.
 *
 * @param scope {@code *} for everything, a namespace, or {@code NAMESPACE/NAME} for a job; 1 to 1024 characters
 * @param kind what is held
 * @param from since when
 * @param until when it ends by itself; absent: when a person lifts it
 * @param actor the person
 * @param reason why, in the person's words, 1 to 2048 characters
 */
public record Control(String scope, ControlKind kind, Instant from, Optional<Instant> until, String actor,
        String reason) {
    /** The scope of everything. */
    public static final String EVERYTHING = "*";
    /** Longest scope, in characters. */
    public static final int MAX_SCOPE = 1024;

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Control {
        Bounds.text("scope", scope, MAX_SCOPE);
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }

    /** Whether it holds at a moment. */
    public boolean activeAt(Instant moment) {
        return !moment.isBefore(from) && until.filter(end -> !moment.isBefore(end)).isEmpty();
    }
}
