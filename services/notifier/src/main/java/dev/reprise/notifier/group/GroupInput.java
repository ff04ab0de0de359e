// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.AlertKey;

/** What reaches a group. */
public sealed interface GroupInput {
    /**
     * A revision of an alert that belongs to it.
     *
     * @param alert the revision
     */
    record Changed(Alert alert) implements GroupInput {}

    /**
     * An alert belongs to it no more: its labels, or the subscriptions, are others now.
     *
     * @param alertKey the alert
     */
    record Left(AlertKey alertKey) implements GroupInput {}

    /**
     * A page could not be delivered, however often it was tried.
     *
     * @param receiver whose
     */
    record Undelivered(String receiver) implements GroupInput {}

    /** Something that holds alerts back, or a subscription, has changed: the group is looked at. */
    record Reviewed() implements GroupInput {}

    /** Time has passed. */
    record Tick() implements GroupInput {}
}
