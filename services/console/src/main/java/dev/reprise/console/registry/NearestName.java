// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds what a person may have meant by a misspelt name. */
final class NearestName {

    private NearestName() {}

    /** How to mend an unknown name: the nearest one where one is near, else all of them. */
    static String fix(String written, Collection<String> valid) {
        return of(written, valid).map(near -> "write " + near)
                .orElseGet(() -> "remove it, or write one of "
                        + valid.stream().sorted().collect(Collectors.joining(", ")));
    }

    /** The valid name with the fewest edits, if a third of the letters or fewer differ. */
    static Optional<String> of(String written, Collection<String> valid) {
        int tolerance = Math.max(2, written.length() / 3);
        return valid.stream().filter(name -> distance(written, name) <= tolerance)
                .min(Comparator.<String>comparingInt(name -> distance(written, name)).thenComparing(name -> name));
    }

    /** Levenshtein's distance, with one row kept. */
    static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
