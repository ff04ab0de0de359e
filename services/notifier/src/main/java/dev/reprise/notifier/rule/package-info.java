// SPDX-License-Identifier: Apache-2.0
/**
 * What a receiver is told next: a pure decision over the page and the log. No clock, no thread, no Kafka client.
 */
@NullMarked
package dev.reprise.notifier.rule;

import org.jspecify.annotations.NullMarked;
