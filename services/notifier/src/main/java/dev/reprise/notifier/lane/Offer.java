// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;
import java.time.Instant;

import dev.reprise.schemas.notification.Page;

/**
 * One page, handed to a lane.
 *
 * @param page the page
 * @param kafkaPartition where it was read from
 * @param changedAt when it was written there
 * @param done called from any thread when a restart needs it no more: it was told, knowingly not told, given up, or its
 *        retry is in the notification log; a second call must do nothing
 */
public record Offer(Page page, int kafkaPartition, Instant changedAt, Runnable done) {}
