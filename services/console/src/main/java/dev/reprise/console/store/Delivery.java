// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;

/**
 * What one receiver was told, or is to be told.
 *
 * @param channel the receiver
 * @param group the alert, or the group of alerts
 * @param revision counts what this receiver was told of this group
 * @param writtenAt when that was decided; of one whose page is not known, when it was last tried
 * @param page what it says; empty where only its outcome is still known
 * @param notification how the last try ended; empty before the first
 */
public record Delivery(String channel, AlertKey group, long revision, Instant writtenAt, Optional<Page> page,
        Optional<Notification> notification) {}
