// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds {@code PARTITION (name = literal, …)} after the target of an INSERT, in the dialects of Hive, Spark and MaxCompute.
 * It reads tokens, not grammar: comments and strings are skipped right, everything else is passed over. Only literals count:
 * a variable, an expression or a dynamic column ends the list of columns that are known.
 */
final class StaticPartitionSql {

    /** Longer statements are read up to here. */
    private static final int MAX_LENGTH = 256 * 1024;

    private final String sql;
    private int at;

    private StaticPartitionSql(String sql) {
        this.sql = sql.length() <= MAX_LENGTH ? sql : sql.substring(0, MAX_LENGTH);
    }

    /** The partitions of all its INSERTs, each as {@code name=value/name=value} in the order written. */
    static List<String> of(String sql) {
        return new StaticPartitionSql(sql).read();
    }

    private record Token(Kind kind, String text) {
        enum Kind {
            WORD, STRING, NUMBER, SIGN, END
        }

        boolean is(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        boolean sign(char sign) {
            return kind == Kind.SIGN && text.charAt(0) == sign;
        }
    }

    private List<String> read() {
        List<String> partitions = new ArrayList<>();
        Token token = next();
        while (token.kind() != Token.Kind.END) {
            if (token.is("insert")) {
                token = insert(partitions);
            } else {
                token = next();
            }
        }
        return partitions;
    }

    /** After INSERT: INTO or OVERWRITE, maybe TABLE, a dotted name, maybe a PARTITION; answers the first token after it. */
    private Token insert(List<String> partitions) {
        Token token = next();
        if (!token.is("into") && !token.is("overwrite")) {
            return token;
        }
        token = next();
        if (token.is("table")) {
            token = next();
        }
        while (token.kind() == Token.Kind.WORD && !token.is("partition") && !token.is("select") || token.sign('.')) {
            token = next();
        }
        if (!token.is("partition")) {
            return token;
        }
        token = next();
        if (token.sign('(')) {
            columns().ifPresent(partitions::add);
            return next();
        }
        return token;
    }

    /** {@code name = literal} up to the first column without one. */
    private Optional<String> columns() {
        StringBuilder key = new StringBuilder();
        Token token = next();
        while (token.kind() == Token.Kind.WORD) {
            String name = token.text();
            if (!next().sign('=')) {
                break;
            }
            Token value = next();
            boolean literal = value.kind() == Token.Kind.STRING || value.kind() == Token.Kind.NUMBER;
            token = next();
            boolean whole = token.sign(',') || token.sign(')');
            if (!literal || !whole || value.text().isBlank() || value.text().contains("${")) {
                break;
            }
            key.append(key.isEmpty() ? "" : "/").append(name.toLowerCase(Locale.ROOT)).append('=').append(value.text());
            if (token.sign(')')) {
                break;
            }
            token = next();
        }
        return key.isEmpty() ? Optional.empty() : Optional.of(key.toString());
    }

    private Token next() {
        skipSpace();
        if (at >= sql.length()) {
            return new Token(Token.Kind.END, "");
        }
        char first = sql.charAt(at);
        return switch (first) {
            case '\'', '"' -> new Token(Token.Kind.STRING, quoted(first));
            case '`' -> new Token(Token.Kind.WORD, quoted(first));
            default -> {
                if (Character.isDigit(first)) {
                    yield new Token(Token.Kind.NUMBER, run());
                }
                if (Character.isLetter(first) || first == '_') {
                    yield new Token(Token.Kind.WORD, run());
                }
                at++;
                yield new Token(Token.Kind.SIGN, String.valueOf(first));
            }
        };
    }

    private String run() {
        int from = at;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '_')) {
            at++;
        }
        return sql.substring(from, at);
    }

    private String quoted(char quote) {
        StringBuilder text = new StringBuilder();
        for (at++; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == '\\' && at + 1 < sql.length()) {
                text.append(sql.charAt(++at));
            } else if (c == quote) {
                at++;
                if (at >= sql.length() || sql.charAt(at) != quote) {
                    return text.toString();
                }
                text.append(quote);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private void skipSpace() {
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                at = end < 0 ? sql.length() : end + 2;
            } else {
                return;
            }
        }
    }
}
