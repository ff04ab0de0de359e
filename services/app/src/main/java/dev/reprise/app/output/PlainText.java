// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;

/** Text that came from somewhere, made fit for a terminal. */
public final class PlainText {

    private PlainText() {}

    /** On one line and without control characters, so that no name can move the cursor or change colours. */
    public static String oneLine(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(point -> safe.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
        return safe.toString();
    }

    /** The columns that a text takes: the characters of East Asian scripts take two. */
    static int width(String text) {
        return text.codePoints().map(point -> switch (UnicodeScript.of(point)) {
            case HAN, HANGUL, HIRAGANA, KATAKANA -> 2;
            default -> 1;
        }).sum();
    }

    /** Lines of at most {@code width} columns, broken at spaces; a longer word stays whole. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : oneLine(text).strip().split(" +", -1)) {
            if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }
}
