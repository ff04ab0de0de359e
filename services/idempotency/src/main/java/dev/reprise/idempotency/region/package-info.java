// SPDX-License-Identifier: Apache-2.0
/**
 * Regions of a table as conjunctions of predicates, and what can be proved about two of them. Knows values and parameters, but no statements and no engines.
 */
@NullMarked
package dev.reprise.idempotency.region;

import org.jspecify.annotations.NullMarked;
