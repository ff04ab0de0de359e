// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.reprise.schemas.decision.Gate;

/**
 * Where a run asks, and how long it waits.
 *
 * @param gates where it asks; nowhere for a run that is not gated
 * @param timeout the longest wait for an answer, at each gate
 * @param proceeds whether it goes on, with a warning, where nobody answers in time
 * @param publish the command that makes the output visible, run once it may; none where the body asks by itself
 */
public record GateRules(Set<Gate> gates, Duration timeout, boolean proceeds, List<String> publish) {
    /** A run that asks nobody. */
    public static final GateRules NONE = new GateRules(Set.of(), Duration.ofMinutes(1), false, List.of());

    /** Takes copies. */
    public GateRules {
        gates = Set.copyOf(gates);
        publish = List.copyOf(publish);
    }

    /** Whether it asks anywhere. */
    public boolean isGated() {
        return !gates.isEmpty();
    }
}
