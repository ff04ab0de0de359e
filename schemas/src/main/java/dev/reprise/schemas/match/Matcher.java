// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One condition on one label, in Alertmanager's syntax: {@code owner="billing"}, {@code severity=~"critical|warning"},
 * {@code env!="dev"}, {@code name!~"tmp_.*"}. A pattern is RE2's and must match the whole value; a label that is absent reads as an
 * empty text.
 */
public final class Matcher {
    /** Longest text of one, in characters. */
    public static final int MAX_LENGTH = 1024;
    private static final Pattern FORM = Pattern.compile("\\s*([A-Za-z_][A-Za-z0-9_.:-]{0,127})\\s*(=~|!~|!=|=)\\s*(.*)",
            Pattern.DOTALL);
    /** Alternatives without a character that means anything to a pattern. */
    private static final Pattern PLAIN_LIST = Pattern.compile("[A-Za-z0-9_/:=@ |-]*");

    private final String label;
    private final Operator operator;
    private final String value;
    private final Optional<SafePattern> pattern;

    private Matcher(String label, Operator operator, String value) {
        this.label = label;
        this.operator = operator;
        this.value = value;
        this.pattern = switch (operator) {
            case EQUAL, NOT_EQUAL -> Optional.empty();
            case MATCH, NOT_MATCH -> Optional.of(SafePattern.compile(value));
        };
    }

    private enum Operator {
        EQUAL("="), NOT_EQUAL("!="), MATCH("=~"), NOT_MATCH("!~");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }
    }

    /**
     * Reads a matcher; the value may be given in double quotes, with backslash escapes for quote, backslash and
     * {@code n}.
     *
     * @throws IllegalArgumentException saying what was found and what to write instead
     */
    @JsonCreator
    public static Matcher parse(String text) {
        java.util.regex.Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("matcher '" + text
                    + "' is not LABEL OPERATOR VALUE: write one such as owner=\"billing\" or severity=~\"critical|warning\"");
        }
        String symbol = form.group(2);
        for (Operator operator : Operator.values()) {
            if (operator.symbol.equals(symbol)) {
                return new Matcher(form.group(1), operator, unquote(form.group(3).strip(), text));
            }
        }
        throw new IllegalStateException("no operator " + symbol);
    }

    /** Whether the labels satisfy it. */
    public boolean matches(Map<String, String> labels) {
        String found = labels.getOrDefault(label, "");
        return switch (operator) {
            case EQUAL -> found.equals(value);
            case NOT_EQUAL -> !found.equals(value);
            case MATCH -> pattern.orElseThrow().matches(found);
            case NOT_MATCH -> !pattern.orElseThrow().matches(found);
        };
    }

    /** Whether it demands exactly this value of this label. */
    public boolean demands(String name, String exactly) {
        return demanded(name).filter(exactly::equals).isPresent();
    }

    /** The one value of this label that it lets through; nothing where it lets several through, or is about another label. */
    public Optional<String> demanded(String name) {
        return operator == Operator.EQUAL && label.equals(name) ? Optional.of(value) : Optional.empty();
    }

    /** The label it is about. */
    public String label() {
        return label;
    }

    /**
     * The only values that satisfy it, where they can be listed: that of an equality, and the alternatives of a pattern that
     * is nothing but a list of plain texts. Nothing where they cannot. An empty text stands for an absent label as well.
     */
    public Optional<Set<String>> values() {
        return switch (operator) {
            case EQUAL -> Optional.of(Set.of(value));
            case MATCH -> PLAIN_LIST.matcher(value).matches()
                    ? Optional.of(Set.copyOf(Arrays.asList(value.split("\\|", -1))))
                    : Optional.empty();
            case NOT_EQUAL, NOT_MATCH -> Optional.empty();
        };
    }

    private static String unquote(String written, String whole) {
        if (!written.startsWith("\"")) {
            if (written.indexOf('"') >= 0) {
                throw new IllegalArgumentException("matcher '" + whole + "' has a stray quote: quote the whole value");
            }
            return written;
        }
        StringBuilder value = new StringBuilder(written.length());
        int last = written.length() - 1;
        int at = 1;
        while (at < last && written.charAt(at) != '"') {
            boolean escaped = written.charAt(at) == '\\';
            value.append(escaped ? unescape(written.charAt(at + 1)) : String.valueOf(written.charAt(at)));
            at += escaped ? 2 : 1;
        }
        if (at == last && written.charAt(at) == '"') {
            return value.toString();
        }
        throw new IllegalArgumentException(
                "matcher '" + whole + "' does not end with its closing quote: quote the whole value once");
    }

    /** An unknown escape is kept as it stands: inside a pattern it belongs to the pattern, such as a backslash and d. */
    private static String unescape(char c) {
        return switch (c) {
            case '"', '\\' -> String.valueOf(c);
            case 'n' -> "\n";
            default -> "\\" + c;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Matcher matcher && toString().equals(matcher.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The form that {@link #parse} reads. */
    @JsonValue
    @Override
    public String toString() {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return label + operator.symbol + '"' + escaped + '"';
    }
}
