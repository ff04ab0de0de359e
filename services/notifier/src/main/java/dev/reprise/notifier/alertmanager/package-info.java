// SPDX-License-Identifier: Apache-2.0
/**
 * Prometheus Alertmanager as a receiver, for those who have one: it groups, silences and routes; we say what fires. Knows
 * nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.alertmanager;

import org.jspecify.annotations.NullMarked;
