// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import dev.reprise.schemas.bound.Bounds;

/**
 * A person's order to rerun what reads the output of a rerun, too, once that has succeeded.
 *
 * @param actor the person
 * @param reason why, 1 to 2048 characters
 * @param acceptNotIdempotent whether the person answers for repeating jobs that are not known to be idempotent
 */
public record CascadeOrder(String actor, String reason, boolean acceptNotIdempotent) {
    /**
     * Checks the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public CascadeOrder {
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }
}
