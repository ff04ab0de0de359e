// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.breaks;

import dev.reprise.simulation.Simulation;
import dev.reprise.simulation.choice.Recording;

/** Looks for a history that breaks a promise; run with the classes of a broken build. */
public final class Hunt {
    private Hunt() {}

    /**
     * Runs histories until one breaks a promise, or the engine throws, which no history may make it do.
     *
     * @param most how many at most
     * @return how many were run and what was found, divided by a space; {@code 0 nothing} when none was found
     */
    public static String hunt(String most) {
        long count = Long.parseLong(most);
        for (long seed = 0; seed < count; seed++) {
            String found;
            try {
                found = Simulation.run(Recording.of(seed)).violation().map(violation -> violation.invariant())
                        .orElse("");
            } catch (IllegalStateException e) {
                found = "fault";
            }
            if (!found.isEmpty()) {
                return seed + 1 + " " + found;
            }
        }
        return "0 nothing";
    }
}
