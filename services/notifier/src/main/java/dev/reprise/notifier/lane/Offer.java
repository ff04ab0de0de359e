// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Instant;

import dev.reprise.schemas.alert.Alert;

/**
 * One revision of an alert, handed to a lane.
 *
 * @param alert the revision
 * @param kafkaPartition where it was read from
 * @param changedAt when it was written there
 * @param done called from any thread when a restart needs it no more: it was told, knowingly not told, given up, or its
 *        retry is in the notification log; a second call must do nothing
 */
public record Offer(Alert alert, int kafkaPartition, Instant changedAt, Runnable done) {}
