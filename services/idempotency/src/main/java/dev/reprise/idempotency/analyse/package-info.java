// SPDX-License-Identifier: Apache-2.0
/**
 * The analysis itself: statements to effects, effects replayed from every prefix, verdicts out. Pure, bounded by counters, never by time.
 */
@NullMarked
package dev.reprise.idempotency.analyse;

import org.jspecify.annotations.NullMarked;
