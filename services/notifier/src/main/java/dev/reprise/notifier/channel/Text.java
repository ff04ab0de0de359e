// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

/** Cutting texts so that the reader sees that something was cut, and how much. */
public final class Text {
    private Text() {}

    /**
     * The beginning of a text, ending in the count of what is left out; the whole text where that would not be shorter.
     *
     * @param length what to keep, in UTF-16 units; a surrogate pair is never split
     */
    public static String head(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return shorter(text, text.substring(0, end) + "… and " + (text.length() - end) + " more characters");
    }

    /**
     * The end of a text, beginning with the count of what is left out; the whole text where that would not be shorter.
     *
     * @param length what to keep, in UTF-16 units; a surrogate pair is never split
     */
    public static String tail(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int start = text.length() - length;
        if (length > 0 && Character.isLowSurrogate(text.charAt(start))) {
            start++;
        }
        return shorter(text, start + " characters before this, and then: …" + text.substring(start));
    }

    private static String shorter(String text, String cut) {
        return cut.length() < text.length() ? cut : text;
    }
}
