// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing history small by leaving choices out, first many at once, then fewer (delta debugging). */
public final class Shrinker {
    private Shrinker() {}

    /**
     * The smallest history found that still fails: none of its choices can be left out alone.
     *
     * @param failing one that fails
     * @param fails whether a history fails in the same way
     */
    public static Recording shrink(Recording failing, Predicate<Recording> fails) {
        List<Choice> kept = failing.choices();
        int size = Math.max(1, kept.size() / 2);
        while (size >= 1) {
            List<Choice> smaller = without(kept, size, failing.setting(), fails);
            boolean shrunk = smaller.size() < kept.size();
            kept = smaller;
            if (!shrunk || size > kept.size()) {
                if (size == 1) {
                    break;
                }
                size = Math.max(1, Math.min(size, kept.size()) / 2);
            }
        }
        return new Recording(failing.setting(), kept);
    }

    private static List<Choice> without(List<Choice> choices, int size, long setting, Predicate<Recording> fails) {
        List<Choice> kept = choices;
        int from = 0;
        while (from < kept.size()) {
            List<Choice> rest = new ArrayList<>(kept.subList(0, from));
            rest.addAll(kept.subList(Math.min(kept.size(), from + size), kept.size()));
            if (fails.test(new Recording(setting, rest))) {
                kept = rest;
            } else {
                from += size;
            }
        }
        return kept;
    }
}
