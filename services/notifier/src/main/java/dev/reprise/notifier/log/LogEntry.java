// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.log;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;

/**
 * A notification with what only this service needs of it; on Kafka the additions travel as CloudEvents extension
 * attributes.
 *
 * @param notification the message of the contract
 * @param firstAttemptAt when the first try for this revision began
 * @param nextAttemptAt when to try again; absent for a try under way, and at an end
 * @param gone whether the receiver has said that it wants no more of this alert or group
 */
public record LogEntry(Notification notification, Instant firstAttemptAt, Optional<Instant> nextAttemptAt,
        boolean gone) {

    /** What the receiver believes. A try whose end is unknown counts as told: it may have been. */
    public Told told() {
        return notification.told();
    }

    /** Whether something is still to come for it: a retry, or the news that the alert is over. */
    public boolean open() {
        return notification.told() == Told.FIRING || notification.outcome() == DeliveryOutcome.RETRYING;
    }
}
