// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;

/**
 * What came of an input.
 *
 * @param next the instance after it
 * @param facts the lines of its history that it adds: the input, what it was taken for, what was decided,
 *        that it was forgotten
 */
public record Step(InstanceState next, List<InstanceFact> facts) {
    /** Takes a copy. */
    public Step {
        facts = List.copyOf(facts);
    }

    /** How much of the instance was forgotten, where something was. */
    public Optional<InstanceFact.Forgotten.Extent> forgotten() {
        return facts.stream().filter(InstanceFact.Forgotten.class::isInstance).map(InstanceFact.Forgotten.class::cast)
                .map(InstanceFact.Forgotten::extent).findFirst();
    }

    /** What was decided, in order. */
    public List<Decision> decisions() {
        return facts.stream().filter(InstanceFact.Decided.class::isInstance).map(InstanceFact.Decided.class::cast)
                .map(InstanceFact.Decided::decision).toList();
    }
}
