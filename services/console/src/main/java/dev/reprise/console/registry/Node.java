// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.List;
import java.util.Map;

/** A value of the document with the line it stands on: a message without a line sends a person searching. */
sealed interface Node {

    /** The line, from 1. */
    int line();

    /** What it is, for a message: {@code a list}, {@code 90}. */
    String found();

    /** Keys and values in the order of the document. */
    record Mapping(int line, Map<String, Entry> entries) implements Node {
        @Override
        public String found() {
            return "a section";
        }
    }

    /** Items in the order of the document. */
    record Sequence(int line, List<Node> items) implements Node {
        @Override
        public String found() {
            return "a list of " + items.size();
        }
    }

    /** One value as it is written. */
    record Scalar(int line, String text, Kind kind) implements Node {
        @Override
        public String found() {
            return kind == Kind.NOTHING
                    ? "nothing"
                    : "'" + (text.length() > 80 ? text.substring(0, 80) + "…" : text) + "'";
        }
    }

    /** A value under its key; the key's own line, since an unknown key is a problem of the key. */
    record Entry(int line, Node value) {}

    /** How a scalar is written. */
    enum Kind {
        /** Text, in quotes or not. */
        TEXT,
        /** A number. */
        NUMBER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** {@code null}, {@code ~} or no value at all. */
        NOTHING
    }
}
