// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant, for messages to people. */
public final class Nearest {
    /** Longer words are cut first: the effort stays bounded whatever a sender writes. */
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /**
     * The nearest of the words, unless even that is a different word: more than a third of it would change. Two letters
     * swapped are two changes and are forgiven in all but the shortest words.
     */
    public static Optional<String> of(String found, Collection<String> words) {
        String wanted = plain(found);
        return words.stream()
                .min(Comparator.comparingInt((String word) -> distance(wanted, plain(word)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(word -> distance(wanted, plain(word)) <= tolerance(plain(word)));
    }

    private static int tolerance(String word) {
        return word.length() < 4 ? 1 : Math.max(2, word.length() / 3);
    }

    /** Case and separators are what people get wrong most: {@code will-retry} is {@code WILL_RETRY}. */
    private static String plain(String word) {
        String cut = word.length() <= MAX_LENGTH ? word : word.substring(0, MAX_LENGTH);
        return cut.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").replace(" ", "");
    }

    /** Levenshtein's distance, row by row. */
    private static int distance(String left, String right) {
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
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
