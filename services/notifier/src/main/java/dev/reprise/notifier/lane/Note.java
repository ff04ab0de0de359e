// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Statement;

/**
 * What the notification log says of a try.
 *
 * @param detail in English, or in the words of the receiver
 * @param statements the same apart from any language; empty for a foreign text
 */
record Note(Optional<String> detail, List<Statement> statements) {
    /** One in our own words. */
    static Note of(Statement statement) {
        return new Note(Optional.of(Statement.english(List.of(statement))), List.of(statement));
    }

    /** One in the words of a receiver or a library. */
    static Note foreign(String text) {
        return foreign(Optional.of(text));
    }

    /** One in the words of a receiver, where it gave any. */
    static Note foreign(Optional<String> text) {
        return new Note(text, List.of());
    }
}
