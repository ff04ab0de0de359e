// SPDX-License-Identifier: Apache-2.0
/**
 * The alert engine as a pure function: what a group of alerts has its receivers told, and when it must be looked at again.
 * No clock, no thread, no Kafka: time is an argument, rows come through an interface.
 */
@NullMarked
package dev.reprise.notifier.group;

import org.jspecify.annotations.NullMarked;
