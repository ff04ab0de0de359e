// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.util.List;

import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.storm.StormSnapshot;

/**
 * The answer to one input.
 *
 * @param next the state after it
 * @param answers what instances are told, in order: {@code AdmissionRuled} and {@code StormEnded}
 * @param changed breakers that hold and have changed, each once and as they stand now
 * @param closed subjects of breakers that have closed
 */
public record GroupStep(GroupState next, List<CoordinatorEvent> answers, List<StormSnapshot> changed,
        List<String> closed) {}
