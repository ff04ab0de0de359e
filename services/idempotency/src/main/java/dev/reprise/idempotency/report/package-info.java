// SPDX-License-Identifier: Apache-2.0
/**
 * Renderings of answers for people and for tools: text with a code frame, JSON, SARIF, and the baseline of accepted
 * findings. Reads answers, never analyses.
 */
@NullMarked
package dev.reprise.idempotency.report;

import org.jspecify.annotations.NullMarked;
