// SPDX-License-Identifier: Apache-2.0
/**
 * Follows the topics and feeds the read model: one thread, no consumer group, positions kept with the rows. Knows Kafka's
 * consumer; asks no questions of the read model and answers none.
 */
@NullMarked
package dev.reprise.console.tail;

import org.jspecify.annotations.NullMarked;
