// SPDX-License-Identifier: Apache-2.0
/**
 * The ground truth: scripts are executed on real engines, once, twice, and whole after every prefix. Nothing of the analysis
 * lives here but the verdict that is held against the outcome.
 */
@NullMarked
package dev.reprise.idempotency.oracle;

import org.jspecify.annotations.NullMarked;
