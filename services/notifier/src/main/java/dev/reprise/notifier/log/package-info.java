// SPDX-License-Identifier: Apache-2.0
/**
 * The notification log: what each receiver was told, kept on Kafka. Decides nothing.
 */
@NullMarked
package dev.reprise.notifier.log;

import org.jspecify.annotations.NullMarked;
