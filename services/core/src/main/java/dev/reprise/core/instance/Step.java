// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;

import dev.reprise.schemas.decision.Decision;

/**
 * What came of an input.
 *
 * @param next the instance after it
 * @param facts the lines of its history that it adds: the input, what it was taken for, what was decided
 */
public record Step(InstanceState next, List<InstanceFact> facts) {
    /** Takes a copy. */
    public Step {
        facts = List.copyOf(facts);
    }

    /** What was decided, in order. */
    public List<Decision> decisions() {
        return facts.stream().filter(InstanceFact.Decided.class::isInstance).map(InstanceFact.Decided.class::cast)
                .map(InstanceFact.Decided::decision).toList();
    }
}
