// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.client;

import dev.reprise.schemas.decision.Reason;

/**
 * A decision as the server tells it.
 *
 * @param offset where it stands among the decisions of its instance
 * @param kind rerun, wait, suppress, alert, resolve or withdraw
 * @param reason the rule that decided
 */
public record HeardDecision(long offset, String kind, Reason reason) {}
