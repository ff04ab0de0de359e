// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import dev.reprise.idempotency.parse.Lines;

/** The text of a file with its lines, found once however many findings and jobs it has. Immutable. */
public final class SourceText {
    private final String text;
    private final Lines lines;

    /** @param text of the file, empty where it could not be decoded */
    public SourceText(String text) {
        this.text = text;
        this.lines = new Lines(text);
    }

    /**
     * @param number from 1
     * @return that line without its end; empty where there is none
     */
    public String line(int number) {
        return lines.text(text, number);
    }

    @Override
    public String toString() {
        return text;
    }
}
