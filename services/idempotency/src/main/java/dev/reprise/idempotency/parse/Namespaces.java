// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.parse.Token.Kind;

/**
 * Which database plain names mean, statement by statement. A script that chooses one database before it does anything means
 * it with every plain name: there {@code db.t} and {@code t} are one table. One that chooses again later is read no further
 * than it can be: the same name would be two tables.
 */
final class Namespaces {
    private static final Set<String> SETTINGS = Set.of("search_path", "schema", "current_schema", "catalog");
    private static final Set<String> BEFORE = Set.of("use", "set", "add", "alter");
    private final Dialect dialect;
    private String chosen = "";
    private boolean started;

    Namespaces(Dialect dialect) {
        this.dialect = dialect;
    }

    /** @return why a statement is not to be read, or empty */
    Optional<String> doubt(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (dialect == Dialect.ORACLE && !tokens.getFirst().is("select")
                && tokens.stream().anyMatch(token -> token.is("rownum"))) {
            return Optional.of("ROWNUM takes rows in whatever order they come");
        }
        Optional<String> choice = choice(tokens);
        if (choice.isEmpty()) {
            started |= !BEFORE.contains(tokens.getFirst().text());
            return Optional.empty();
        }
        if (!started && (chosen.isEmpty() || chosen.equals(choice.get()))) {
            chosen = choice.get();
            return Optional.empty();
        }
        return chosen.equals(choice.get())
                ? Optional.empty()
                : Optional.of("the script goes on in " + choice.get() + ": a plain name is another table from here on");
    }

    /** @return the statement with the names of the chosen database plain */
    Splitter.Chunk plain(Splitter.Chunk chunk) {
        List<Token> tokens = chunk.tokens();
        if (chosen.isEmpty() || tokens.getFirst().is("use")) {
            return chunk;
        }
        List<Token> plain = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            boolean follows = i > 0 && tokens.get(i - 1).is(".");
            if (!follows && named(tokens.get(i)) && tokens.get(i).text().equals(chosen) && i + 2 < tokens.size()
                    && tokens.get(i + 1).is(".") && named(tokens.get(i + 2))) {
                i++;
            } else {
                plain.add(tokens.get(i));
            }
        }
        return new Splitter.Chunk(List.copyOf(plain), chunk.problem());
    }

    private static boolean named(Token token) {
        return token.kind() == Kind.WORD || token.kind() == Kind.NAME;
    }

    /** The database that a statement chooses: its last word. */
    private static Optional<String> choice(List<Token> tokens) {
        Token head = tokens.getFirst();
        boolean chooses = head.is("use") && tokens.size() > 1
                || (head.is("set") || head.is("alter"))
                        && tokens.stream().limit(4).anyMatch(token -> SETTINGS.contains(token.text()))
                        && !(head.is("alter") && tokens.size() > 1 && !tokens.get(1).is("session"));
        String last = tokens.getLast().text();
        return chooses
                ? Optional.of(last.startsWith("'") ? last.substring(1, last.length() - 1) : last)
                : Optional.empty();
    }
}
