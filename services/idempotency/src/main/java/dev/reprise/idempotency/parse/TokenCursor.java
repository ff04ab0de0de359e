// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Token.Kind;

/** A position in the tokens of one statement. Bounds the depth of nesting, so that hostile input ends in a reason. */
final class TokenCursor {
    private static final Pattern PLAIN_NAME = Pattern.compile("\\w+(\\.\\w+){0,3}");
    private static final int MAX_DEPTH = 120;
    private final List<Token> tokens;
    private final Token end;
    private int at;
    private int depth;

    /** @param tokens the tokens of one statement, without an END token */
    TokenCursor(List<Token> tokens) {
        this.tokens = tokens;
        int offset = tokens.isEmpty() ? 0 : tokens.getLast().end();
        this.end = new Token(Kind.END, "", offset, offset);
    }

    Token peek() {
        return peek(0);
    }

    Token peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : end;
    }

    Token next() {
        Token token = peek();
        at++;
        return token;
    }

    int position() {
        return at;
    }

    void back(int position) {
        at = position;
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    /** @return whether the words follow, from here on */
    boolean is(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!peek(i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    /** @return whether the token {@code ahead} is one of the words */
    boolean isOneOf(int ahead, List<String> words) {
        Token token = peek(ahead);
        return (token.kind() == Kind.WORD || token.kind() == Kind.SYMBOL) && words.contains(token.text());
    }

    boolean accept(String... words) {
        if (!is(words)) {
            return false;
        }
        at += words.length;
        return true;
    }

    boolean acceptOneOf(String... words) {
        if (!isOneOf(0, List.of(words))) {
            return false;
        }
        at++;
        return true;
    }

    void expect(String... words) {
        if (!accept(words)) {
            throw fail("expected " + String.join(" ", words).toUpperCase(Locale.ROOT));
        }
    }

    Unreadable fail(String reason) {
        Token token = peek();
        String found = token.kind() == Kind.END ? "the end" : "'" + shorten(token.text()) + "'";
        return new Unreadable(reason + ", found " + found, token.start());
    }

    private static String shorten(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw fail("nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    void leave() {
        depth--;
    }

    /** @return the tokens up to the parenthesis that closes the one just read; the closing one is consumed */
    List<Token> skipParenthesis() {
        List<Token> inside = new ArrayList<>();
        int open = 1;
        while (!atEnd()) {
            Token token = next();
            open += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (open == 0) {
                return inside;
            }
            inside.add(token);
        }
        throw fail("parenthesis is not closed");
    }

    /** @return what is left, all consumed */
    List<Token> rest() {
        List<Token> rest = tokens.subList(Math.min(at, tokens.size()), tokens.size());
        at = tokens.size();
        return rest;
    }

    /** @return a dotted name as one text */
    String name() {
        if (is("identifier", "(") && List.of(Kind.STRING, Kind.PARAMETER).contains(peek(2).kind())) {
            return computedName();
        }
        StringBuilder name = new StringBuilder(namePart());
        while (is(".")) {
            next();
            if (is(".")) {
                next();
            }
            if (is("*")) {
                throw fail("expected a name");
            }
            name.append('.').append(namePart());
        }
        return normalise(name.toString());
    }

    /** Spark's IDENTIFIER clause over text that is written out is a name like any other; over anything else it is computed. */
    private String computedName() {
        expect("identifier", "(");
        StringBuilder name = new StringBuilder();
        do {
            if (peek().kind() != Kind.STRING) {
                throw fail("which table IDENTIFIER names is computed");
            }
            String quoted = next().text();
            name.append(quoted, 1, Math.max(1, quoted.length() - 1));
        } while (accept("||"));
        expect(")");
        if (!PLAIN_NAME.matcher(name).matches()) {
            throw fail("IDENTIFIER names no table: " + shorten(name.toString()));
        }
        return normalise(name.toString().toLowerCase(Locale.ROOT));
    }

    /** ClickHouse: ON CLUSTER says on which servers a statement runs, not what it does. */
    void skipCluster() {
        if (accept("on", "cluster")) {
            next();
        }
    }

    /** @return one part of a name */
    String namePart() {
        Token token = peek();
        return switch (token.kind()) {
            case WORD, NAME, PARAMETER -> next().text();
            case STRING, NUMBER, SYMBOL, END -> throw fail("expected a name");
        };
    }

    /** A schema that every session sees by default says nothing: with and without it is the same table. */
    static String normalise(String name) {
        for (String schema : List.of("public.", "dbo.", "default.")) {
            if (name.startsWith(schema) && name.indexOf('.', schema.length()) < 0) {
                return name.substring(schema.length());
            }
        }
        return name;
    }
}
