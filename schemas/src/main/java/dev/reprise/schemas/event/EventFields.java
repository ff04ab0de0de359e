// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

/** Checks that all events share. */
final class EventFields {
    /** Longest name of a source, an actor or a request, in characters. */
    static final int MAX_NAME = 256;
    /** Longest free text that a person gives, in characters. */
    static final int MAX_TEXT = 2048;

    private EventFields() {}

    static void check(int attempt, String source) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt is " + attempt + ": attempts count from 1");
        }
        name("source", source);
    }

    static void name(String field, String value) {
        if (value.isBlank() || value.length() > MAX_NAME) {
            throw new IllegalArgumentException(
                    field + " has " + value.length() + " characters: give 1 to " + MAX_NAME + " that are not blank");
        }
    }

    static void text(String field, String value) {
        if (value.isBlank() || value.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    field + " has " + value.length() + " characters: give 1 to " + MAX_TEXT + " that are not blank");
        }
    }
}
