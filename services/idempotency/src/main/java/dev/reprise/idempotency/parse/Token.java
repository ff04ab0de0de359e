// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

/**
 * One token.
 *
 * @param kind what it is
 * @param text words lower case, names without quotes, strings in single quotes
 * @param start offset of its first character
 * @param end offset after its last
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        WORD, NAME, STRING, NUMBER, SYMBOL, PARAMETER, END
    }

    boolean is(String expected) {
        return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equals(expected);
    }
}
