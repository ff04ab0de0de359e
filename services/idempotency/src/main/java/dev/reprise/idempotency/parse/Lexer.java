// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.reprise.idempotency.parse.Token.Kind;

/**
 * Text to tokens. Template parameters ({@code ${x}}, {@code $[yyyymmdd-1]}, {@code {{ ds }}}, {@code :x}, {@code ?}) are
 * tokens of their own, or part of the word they stand in; inside a string they are part of the string.
 */
final class Lexer {
    /** A comment without its marks. */
    record Comment(String text, int start, int end) {}

    private final String text;
    private final Dialect dialect;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Comment> comments = new ArrayList<>();
    private int at;

    Lexer(String text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
    }

    /** @return all tokens, the last one of kind END */
    List<Token> tokens() {
        while (at < text.length()) {
            next();
        }
        tokens.add(new Token(Kind.END, "", text.length(), text.length()));
        return tokens;
    }

    /** @return the tokens read before reading failed */
    List<Token> read() {
        return tokens;
    }

    List<Comment> comments() {
        return comments;
    }

    private void next() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c) || c == '\uFEFF' || c == '\u00A0') {
            at++;
        } else if (!comment(c) && !string(c) && !template(c) && !word(c) && !number(c)) {
            symbol();
        }
    }

    private boolean comment(char c) {
        if (looking("--") || c == '#' && dialect.hashComments() && !looking("#{")
                || looking("//") && at == lineStart()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            comments.add(new Comment(text.substring(at, end).replaceFirst("^(--+|#+|//)", "").strip(), at, end));
            at = end;
            return true;
        }
        if (looking("/*") || looking("{#")) {
            String close = c == '/' ? "*/" : "#}";
            int end = text.indexOf(close, at + 2);
            if (end < 0) {
                throw new Unreadable("comment is not closed", at);
            }
            comments.add(new Comment(text.substring(at + 2, end).strip(), at, end + 2));
            at = end + 2;
            return true;
        }
        return false;
    }

    private int lineStart() {
        int start = at;
        while (start > 0 && (text.charAt(start - 1) == ' ' || text.charAt(start - 1) == '\t')) {
            start--;
        }
        return start == 0 || text.charAt(start - 1) == '\n' ? at : -1;
    }

    private boolean string(char c) {
        if (c == '\'') {
            quoted('\'', Kind.STRING, at);
            return true;
        }
        if (c == '"') {
            quoted('"', dialect.stringsInDoubleQuotes() ? Kind.STRING : Kind.NAME, at);
            return true;
        }
        if (c == '`') {
            quoted('`', Kind.NAME, at);
            return true;
        }
        if (c == '[' && dialect.brackets()) {
            quoted(']', Kind.NAME, at);
            return true;
        }
        return c == '$' && dialect.dollarQuotes() && dollarQuoted();
    }

    private void quoted(char close, Kind kind, int start) {
        StringBuilder value = new StringBuilder();
        int i = at + 1;
        while (true) {
            if (i >= text.length()) {
                throw new Unreadable("quote is not closed", start);
            }
            char c = text.charAt(i);
            if (c == '\\' && kind == Kind.STRING && dialect.backslashEscapes() && i + 1 < text.length()) {
                value.append(c).append(text.charAt(i + 1));
                i += 2;
            } else if (c == close && i + 1 < text.length() && text.charAt(i + 1) == close) {
                value.append(c);
                i += 2;
            } else if (c == close) {
                break;
            } else {
                value.append(c);
                i++;
            }
        }
        at = i + 1;
        String content = value.toString();
        tokens.add(new Token(kind, kind == Kind.STRING ? "'" + content + "'" : content.toLowerCase(Locale.ROOT), start,
                at));
    }

    private boolean dollarQuoted() {
        int tagEnd = text.indexOf('$', at + 1);
        if (tagEnd < 0 || !text.substring(at + 1, tagEnd).matches("[A-Za-z_]*")) {
            return false;
        }
        String tag = text.substring(at, tagEnd + 1);
        int end = text.indexOf(tag, tagEnd + 1);
        if (end < 0) {
            return false;
        }
        int start = at;
        at = end + tag.length();
        tokens.add(new Token(Kind.STRING, "'" + text.substring(tagEnd + 1, end) + "'", start, at));
        return true;
    }

    private boolean template(char c) {
        int end = templateEnd(at);
        if (end < 0) {
            return false;
        }
        if (c == '{' && text.charAt(at + 1) == '%') {
            throw new Unreadable("template control flow: analyse the compiled text", at);
        }
        if (end < text.length() && isWordPart(text.charAt(end)) && "${".indexOf(c) >= 0) {
            return false;
        }
        tokens.add(new Token(Kind.PARAMETER, text.substring(at, end).replace(" ", ""), at, end));
        at = end;
        return true;
    }

    /** @return the end of the template chunk that starts at {@code from}, or -1 */
    private int templateEnd(int from) {
        char c = text.charAt(from);
        char next = from + 1 < text.length() ? text.charAt(from + 1) : '\0';
        return switch (c) {
            case '$' -> next == '{'
                    ? closing(from, "}")
                    : next == '['
                            ? closing(from, "]")
                            : next == '('
                                    ? closing(from, ")")
                                    : Character.isLetterOrDigit(next) || next == '_' ? wordEnd(from + 1) : -1;
            case '{' -> next == '{' ? closing(from, "}}") : next == '%' ? closing(from, "%}") : named(from);
            case '#' -> next == '{' ? closing(from, "}") : -1;
            case ':' -> Character.isLetter(next) && !follows(from) ? wordEnd(from + 1) : -1;
            case '&' -> Character.isLetter(next) && dialect == Dialect.ORACLE ? wordEnd(from + 1) : -1;
            case '%' -> next == '(' && text.startsWith(")s", Math.max(from, text.indexOf(')', from)))
                    ? text.indexOf(')', from) + 2
                    : -1;
            case '?' -> digitsEnd(from + 1);
            default -> -1;
        };
    }

    /** A name alone in braces, as Python's str.format takes it; with anything else beside it, it is no template. */
    private int named(int from) {
        boolean name = from + 1 < text.length()
                && (Character.isLetter(text.charAt(from + 1)) || text.charAt(from + 1) == '_');
        int end = name ? wordEnd(from + 1) : from;
        return name && end < text.length() && text.charAt(end) == '}' ? end + 1 : -1;
    }

    private boolean follows(int from) {
        return from > 0 && (isWordPart(text.charAt(from - 1)) || ":)]\"`".indexOf(text.charAt(from - 1)) >= 0);
    }

    private int closing(int from, String close) {
        int end = text.indexOf(close, from + 2);
        if (end < 0) {
            throw new Unreadable("template is not closed", from);
        }
        return end + close.length();
    }

    private int digitsEnd(int from) {
        int end = from;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end;
    }

    private boolean word(char c) {
        boolean digitName = Character.isDigit(c) && digitsStartAName();
        if (!isWordStart(c) && !digitName && templateEnd(at) < 0) {
            return false;
        }
        int start = at;
        while (at < text.length()) {
            int chunk = "${".indexOf(text.charAt(at)) >= 0 ? templateEnd(at) : -1;
            if (chunk > 0) {
                at = chunk;
            } else if (isWordPart(text.charAt(at)) || at == start) {
                at++;
            } else {
                break;
            }
        }
        String word = text.substring(start, at);
        if (at < text.length() && text.charAt(at) == '\'' && word.length() == 1 && "nNeEbBxXrR".contains(word)) {
            quoted('\'', Kind.STRING, at);
            return true;
        }
        tokens.add(new Token(Kind.WORD, word.toLowerCase(Locale.ROOT), start, at));
        return true;
    }

    /** 7_days, 14d_sale and 7${unit} are names wherever they stand, and so is 14d behind the dot of a name. */
    private boolean digitsStartAName() {
        int end = digitsEnd(at);
        if (end == text.length()) {
            return false;
        }
        char next = text.charAt(end);
        if (next == '_' || next == '$' && templateEnd(end) > 0) {
            return true;
        }
        boolean member = at > 1 && text.charAt(at - 1) == '.' && follows(at - 1);
        int run = end;
        while (run < text.length() && Character.isLetterOrDigit(text.charAt(run))) {
            run++;
        }
        return Character.isLetter(next) && (member || run < text.length() && text.charAt(run) == '_');
    }

    private boolean number(char c) {
        if (!Character.isDigit(c) && !(c == '.' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1)))) {
            return false;
        }
        if (c == '.' && follows(at)) {
            return false; // t.400_calls: a name that starts with digits
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.'
                || "+-".indexOf(text.charAt(at)) >= 0 && "eE".indexOf(text.charAt(at - 1)) >= 0)) {
            at++;
        }
        tokens.add(new Token(Kind.NUMBER, text.substring(start, at), start, at));
        return true;
    }

    private void symbol() {
        for (String symbol : List.of("<=>", "->>", "!==", "<>", "!=", "<=", ">=", "==", "||", "&&", "::", ":=", "->",
                "=>", "<<", ">>", "!~",
                "~*")) {
            if (looking(symbol)) {
                tokens.add(new Token(Kind.SYMBOL, symbol, at, at + symbol.length()));
                at += symbol.length();
                return;
            }
        }
        tokens.add(new Token(Kind.SYMBOL, String.valueOf(text.charAt(at)), at, at + 1));
        at++;
    }

    private boolean looking(String expected) {
        return text.startsWith(expected, at);
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || c == '@' || c == '#';
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '@' || c == '#' || c == '$';
    }
}
