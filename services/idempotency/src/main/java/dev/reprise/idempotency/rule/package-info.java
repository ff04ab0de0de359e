// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of rules and the shape of what the analysis answers: findings, judgements, verdicts. Holds no analysis.
 */
@NullMarked
package dev.reprise.idempotency.rule;

import org.jspecify.annotations.NullMarked;
