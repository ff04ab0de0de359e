// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.alert;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;

/**
 * The matter is over.
 *
 * @param alertKey what it is about
 * @param revision rises with each change of this key, from 1
 * @param kind the reason of the decision that opened it
 * @param severity how soon a person must look
 * @param content subject, labels and texts
 * @param startsAt when it began to fire
 * @param endsAt when it ended
 * @param resolution why it is over
 */
public record AlertResolved(AlertKey alertKey, long revision, Reason kind, Severity severity, AlertContent content,
        Instant startsAt, Instant endsAt, Reason resolution) implements Alert {
    /**
     * Checks the revision.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AlertResolved {
        Bounds.atLeast("revision", revision, 1);
    }
}
