// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

/** Cutting texts so that the reader sees that something was cut, and how much. */
public final class Text {
    private Text() {}

    /**
     * The beginning of a text, ending in the count of what is left out.
     *
     * @param length what to keep, in UTF-16 units; a surrogate pair is never split
     */
    public static String head(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(Math.max(0, length - 1))) ? length - 1 : length;
        return text.substring(0, Math.max(0, end)) + "… and " + (text.length() - Math.max(0, end)) + " more characters";
    }

    /**
     * The end of a text, beginning with the count of what is left out.
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
        return start + " characters before this, and then: …" + text.substring(start);
    }
}
