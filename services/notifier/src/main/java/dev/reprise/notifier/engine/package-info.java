// SPDX-License-Identifier: Apache-2.0
/**
 * The alert engine on Kafka Streams: one owner for each group, durable timers, and the pages committed with the state they
 * follow from. What is decided stands in {@code group}; nothing is sent from here.
 */
@NullMarked
package dev.reprise.notifier.engine;

import org.jspecify.annotations.NullMarked;
