// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds many literals in one pass over a text (Aho-Corasick, unrolled to one table look-up for each character). It answers
 * "may contain", without regard to case: a literal longer than {@value #LONGEST} characters is looked for by its end, and
 * characters beyond ASCII share places. What it leaves out is certainly not there.
 */
final class LiteralScan {
    /** Enough to tell messages apart, and it keeps the table in the processor's cache. */
    private static final int LONGEST = 12;
    private static final int ASCII = 128;
    private static final int KELVIN = '\u212a';
    private static final int LONG_S = '\u017f';

    private final int[] classes;
    private final int width;
    /** Row offset of the next state; its complement where literals end there. */
    private final int[] next;
    private final long[][] found;

    private LiteralScan(int[] classes, int width, int[] next, long[][] found) {
        this.classes = classes;
        this.width = width;
        this.next = next;
        this.found = found;
    }

    /** Adds the rules whose literals may be in a part of a text. */
    void mark(String text, int from, int to, long[] rules) {
        int row = 0;
        for (int at = from; at < to; at++) {
            row = next[row + classes[place(text.charAt(at))]];
            if (row < 0) {
                row = ~row;
                long[] ending = found[row / width];
                for (int word = 0; word < rules.length; word++) {
                    rules[word] |= ending[word];
                }
            }
        }
    }

    private static int place(char character) {
        if (character < ASCII) {
            return character;
        }
        return switch ((int) character) {
            case KELVIN -> 'k'; // the two characters beyond ASCII that a pattern without case takes for letters of it
            case LONG_S -> 's';
            default -> ASCII + (character * 31 & ASCII - 1);
        };
    }

    private static int fold(int place) {
        return place >= 'A' && place <= 'Z' ? place + ('a' - 'A') : place;
    }

    /** Collects literals. */
    static final class Builder {
        private final int words;
        private final List<State> states = new ArrayList<>(List.of(new State()));
        private final TreeMap<Integer, Integer> alphabet = new TreeMap<>();
        private final List<long[]> found = new ArrayList<>();

        Builder(int words) {
            this.words = words;
            found.add(new long[words]);
        }

        void add(String literal, int rule) {
            int state = 0;
            for (char character : literal.substring(Math.max(0, literal.length() - LONGEST)).toCharArray()) {
                int place = fold(place(character));
                alphabet.putIfAbsent(place, alphabet.size() + 1); // 0 is every character that no literal has
                Integer following = states.get(state).children.get(place);
                if (following == null) {
                    following = states.size();
                    states.get(state).children.put(place, following);
                    states.add(new State());
                    found.add(new long[words]);
                }
                state = following;
            }
            found.get(state)[rule / Long.SIZE] |= 1L << rule % Long.SIZE;
        }

        LiteralScan build() {
            int width = alphabet.size() + 1;
            int[] classes = new int[2 * ASCII];
            Arrays.setAll(classes, place -> alphabet.getOrDefault(fold(place), 0));
            int[] next = new int[states.size() * width];
            int[] fallback = new int[states.size()];
            ArrayDeque<Integer> open = new ArrayDeque<>(List.of(0));
            while (!open.isEmpty()) {
                int state = open.remove();
                for (var letter : alphabet.entrySet()) {
                    int cell = state * width + letter.getValue();
                    Integer child = states.get(state).children.get(letter.getKey());
                    int shorter = state == 0 ? 0 : next[fallback[state] * width + letter.getValue()];
                    if (child == null) {
                        next[cell] = shorter;
                    } else {
                        next[cell] = child;
                        fallback[child] = shorter;
                        merge(found.get(child), found.get(shorter));
                        open.add(child);
                    }
                }
            }
            for (int cell = 0; cell < next.length; cell++) {
                int row = next[cell] * width;
                next[cell] = isEmpty(found.get(next[cell])) ? row : ~row;
            }
            return new LiteralScan(classes, width, next, found.toArray(long[][]::new));
        }

        private static void merge(long[] into, long[] from) {
            for (int word = 0; word < into.length; word++) {
                into[word] |= from[word];
            }
        }

        private static boolean isEmpty(long[] bits) {
            return Arrays.stream(bits).allMatch(word -> word == 0);
        }
    }

    /** A node of the tree of literals. */
    private static final class State {
        private final TreeMap<Integer, Integer> children = new TreeMap<>();
    }
}
