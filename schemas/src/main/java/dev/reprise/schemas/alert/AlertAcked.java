// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.alert;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;

/**
 * A person has taken the matter.
 *
 * @param alertKey what it is about
 * @param revision rises with each change of this key, from 1
 * @param kind the reason of the decision that opened it
 * @param severity how soon a person must look
 * @param content subject, labels and texts
 * @param startsAt when it began to fire
 * @param actor the person
 * @param ackedAt when
 */
public record AlertAcked(AlertKey alertKey, long revision, Reason kind, Severity severity, AlertContent content,
        Instant startsAt, String actor, Instant ackedAt) implements Alert {
    /**
     * Checks the revision and the actor.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AlertAcked {
        Bounds.atLeast("revision", revision, 1);
        Bounds.name("actor", actor);
    }
}
