// SPDX-License-Identifier: Apache-2.0
/**
 * The pages as they come in from Kafka: which Kafka partitions are ours, what is history and what is news, and how far a
 * restart may skip. What is told to whom is no matter of this package.
 */
@NullMarked
package dev.reprise.notifier.feed;

import org.jspecify.annotations.NullMarked;
