// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Arrays;

/** Offsets to lines and columns, both from 1. */
public final class Lines {
    private final int[] starts;

    /** @param text the text whose lines are counted */
    public Lines(String text) {
        int[] found = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = i + 1;
            }
        }
        starts = Arrays.copyOf(found, count);
    }

    /**
     * @param offset of a character
     * @return its line
     */
    public int line(int offset) {
        int index = Arrays.binarySearch(starts, offset);
        return index >= 0 ? index + 1 : -index - 1;
    }

    /**
     * @param offset of a character
     * @return its column
     */
    public int column(int offset) {
        return offset - starts[line(offset) - 1] + 1;
    }

    /**
     * @param text the text whose lines are counted
     * @param line from 1
     * @return that line without its end; empty where there is none
     */
    public String text(String text, int line) {
        if (line < 1 || line > starts.length) {
            return "";
        }
        int start = starts[line - 1];
        int end = line < starts.length ? starts[line] - 1 : text.length();
        return text.substring(start, end > start && text.charAt(end - 1) == '\r' ? end - 1 : end);
    }
}
