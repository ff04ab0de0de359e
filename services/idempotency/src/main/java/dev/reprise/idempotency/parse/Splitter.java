// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.reprise.idempotency.parse.Token.Kind;

/** Cuts a script into statements. Procedural blocks stay whole. */
final class Splitter {
    /** The tokens of one statement, or the reason why there are none. */
    record Chunk(List<Token> tokens, Optional<Unreadable> problem) {
        int start() {
            return problem.map(Unreadable::offset).orElseGet(() -> tokens.getFirst().start());
        }
    }

    private final Dialect dialect;
    private final String text;
    private List<Lexer.Comment> comments = List.of();

    Splitter(String text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
    }

    List<Lexer.Comment> comments() {
        return comments;
    }

    List<Chunk> split() {
        Lexer lexer = new Lexer(text, dialect);
        comments = lexer.comments();
        List<Token> tokens;
        Optional<Unreadable> problem = Optional.empty();
        try {
            tokens = lexer.tokens();
        } catch (Unreadable unreadable) {
            tokens = lexer.read();
            problem = Optional.of(unreadable);
        }
        List<Chunk> chunks = cut(tokens);
        if (problem.isPresent()) {
            if (!chunks.isEmpty() && !tokens.isEmpty() && !tokens.getLast().is(";")) {
                chunks.removeLast(); // the statement in which reading ended
            }
            chunks.add(new Chunk(List.of(), problem));
        }
        return chunks;
    }

    private List<Chunk> cut(List<Token> tokens) {
        List<Chunk> chunks = new ArrayList<>();
        List<Token> current = new ArrayList<>();
        int blocks = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean ends = token.kind() == Kind.END || token.is(";") && blocks == 0 || separatorLine(tokens, i);
            if (ends) {
                add(chunks, current);
                current = new ArrayList<>();
                blocks = 0;
            } else {
                current.add(token);
                // Flink has no blocks; its BEGIN and END stand around statements that are sent together.
                blocks = dialect == Dialect.FLINK ? 0 : blocks(tokens, i, blocks);
            }
        }
        add(chunks, current);
        return chunks;
    }

    private static void add(List<Chunk> chunks, List<Token> tokens) {
        List<Token> statement = tokens;
        // dbt's own header is configuration, not SQL.
        while (!statement.isEmpty() && statement.getFirst().kind() == Kind.PARAMETER
                && statement.getFirst().text().startsWith("{{config(")) {
            statement = statement.subList(1, statement.size());
        }
        statement = statement.subList(sentTogether(statement), statement.size());
        if (!statement.isEmpty()) {
            chunks.add(new Chunk(List.copyOf(statement), Optional.empty()));
        }
    }

    /** Flink: EXECUTE STATEMENT SET BEGIN, BEGIN STATEMENT SET, EXECUTE INSERT: how many words say only how it is sent. */
    private static int sentTogether(List<Token> tokens) {
        if (starts(tokens, "execute", "insert")) {
            return 1;
        }
        if (starts(tokens, "begin", "statement", "set")) {
            return 3;
        }
        return starts(tokens, "execute", "statement", "set", "begin") ? 4 : 0;
    }

    private static boolean starts(List<Token> tokens, String... words) {
        return tokens.size() >= words.length
                && IntStream.range(0, words.length).allMatch(i -> tokens.get(i).is(words[i]));
    }

    /** GO and / end a batch where they stand alone on their line. */
    private boolean separatorLine(List<Token> tokens, int i) {
        Token token = tokens.get(i);
        boolean word = dialect == Dialect.TSQL && token.is("go") || dialect == Dialect.ORACLE && token.is("/");
        return word && alone(token);
    }

    private boolean alone(Token token) {
        int from = text.lastIndexOf('\n', Math.max(0, token.start() - 1)) + 1;
        int to = text.indexOf('\n', token.end());
        return text.substring(Math.min(from, token.start()), to < 0 ? text.length() : to).strip()
                .length() == token.end() - token.start();
    }

    /** Counts the blocks that are open after the token: inside one, a semicolon ends nothing. */
    private static int blocks(List<Token> tokens, int i, int open) {
        Token token = tokens.get(i);
        if (token.kind() != Kind.WORD) {
            return open;
        }
        Token next = i + 1 < tokens.size() ? tokens.get(i + 1) : token;
        if (token.is("begin") && !startsTransaction(next)) {
            return open + 1;
        }
        if (open > 0 && (token.is("case") || token.is("if") || token.is("loop") || token.is("while"))) {
            Token previous = i > 0 ? tokens.get(i - 1) : token;
            return previous.is("end") || token.is("if") && next.is("exists") || token.is("if") && next.is("not")
                    ? open
                    : open + 1;
        }
        if (open > 0 && token.is("end")) {
            return open - 1;
        }
        return open;
    }

    private static boolean startsTransaction(Token next) {
        return next.kind() == Kind.END || next.is(";")
                || List.of("transaction", "tran", "work", "deferred", "immediate", "exclusive", "isolation", "read")
                        .contains(next.text());
    }
}
