// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.parse.Token.Kind;

/** The last resort: which table a statement that nobody reads is about. Its answer never makes a verdict better. */
final class HeadScan {
    private HeadScan() {}

    /** @return the table that the first words of the statement name */
    static Optional<String> target(List<Token> tokens) {
        boolean verb = false;
        for (int i = 0; i < Math.min(tokens.size(), 12); i++) {
            Token token = tokens.get(i);
            boolean name = token.kind() == Kind.NAME || token.kind() == Kind.WORD && !word(token.text());
            if (verb && name) {
                return Optional.of(dotted(tokens, i));
            }
            verb |= List.of("into", "overwrite", "table", "update", "from").contains(token.text());
        }
        return Optional.empty();
    }

    private static boolean word(String text) {
        return List.of("insert", "into", "overwrite", "table", "update", "delete", "from", "merge", "if", "not",
                "exists", "or", "replace",
                "create", "drop", "alter", "truncate", "external", "temporary", "only", "select", "local", "directory",
                "where").contains(text);
    }

    private static String dotted(List<Token> tokens, int start) {
        StringBuilder name = new StringBuilder(tokens.get(start).text());
        for (int i = start + 1; i + 1 < tokens.size() && tokens.get(i).is("."); i += 2) {
            name.append('.').append(tokens.get(i + 1).text());
        }
        return name.toString();
    }
}
