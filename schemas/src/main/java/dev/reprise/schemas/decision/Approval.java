// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;

/**
 * A person's word that a rerun may be sent.
 *
 * @param actor who approved
 * @param reason why, in that person's words
 * @param at when
 */
public record Approval(String actor, String reason, Instant at) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Approval {
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }
}
