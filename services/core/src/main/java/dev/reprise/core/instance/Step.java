// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;

import dev.reprise.schemas.decision.Decision;

/**
 * The answer to one input.
 *
 * @param next the state after it
 * @param decisions what was decided, in order
 */
public record Step(InstanceState next, List<Decision> decisions) {}
