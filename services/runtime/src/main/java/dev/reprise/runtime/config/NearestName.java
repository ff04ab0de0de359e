// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that was probably meant. */
final class NearestName {

    private NearestName() {}

    /** The candidate with the fewest edits, if no more than a third of the name was mistyped (two letters swapped are two edits). */
    static Optional<String> of(String name, Collection<String> candidates) {
        int most = name.length() < 4 ? 1 : Math.max(2, name.length() / 3);
        return candidates.stream().filter(candidate -> edits(name, candidate) <= most)
                .min(Comparator.comparingInt((String candidate) -> edits(name, candidate))
                        .thenComparing(candidate -> candidate));
    }

    /** Insertions, deletions and replacements between two names (Levenshtein), row by row. */
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replace = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replace, 1 + Math.min(above[column], current[column - 1]));
            }
            above = current;
        }
        return above[to.length()];
    }
}
