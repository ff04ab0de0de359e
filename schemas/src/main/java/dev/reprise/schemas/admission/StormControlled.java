// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;

/**
 * A person opens or closes the breaker of a group.
 *
 * @param group the concurrency group
 * @param at when
 * @param requestId the identity of the click, 1 to 256 characters
 * @param actor the person, as authenticated
 * @param reason why, in the person's words, 1 to 2048 characters
 * @param action what is done
 */
public record StormControlled(String group, Instant at, String requestId, String actor, String reason,
        StormAction action) implements AdmissionMessage {
    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public StormControlled {
        Bounds.name("group", group);
        Bounds.name("requestId", requestId);
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }
}
