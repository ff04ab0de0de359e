// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.reprise.schemas.bound.Bounds;

/**
 * One thing that a decision says, apart from any language: which wording, and the names and numbers in it. Statements in
 * their order make the text.
 *
 * @param wording how it is said
 * @param values what stands in its places, by name; each cut to {@value #MAX_VALUE} characters
 */
public record Statement(Wording wording, Map<String, String> values) {
    /** Most statements kept of one text. */
    public static final int MAX_STATEMENTS = 32;
    /** Most values of one statement. */
    public static final int MAX_VALUES = 8;
    /** Longest name of a value. */
    public static final int MAX_NAME = 32;
    /** Longest value kept, in characters. */
    public static final int MAX_VALUE = Bounds.MAX_TEXT;
    /** All values of one text together, in characters: what would go beyond is left out with all that follows. */
    public static final int MAX_TOTAL = 4096;
    /** What goes on with the sentence before it. */
    private static final String GOES_ON = "\n ,;.:";

    /** Cuts the values and takes a copy, sorted by name so that it is always written alike. */
    public Statement {
        SortedMap<String, String> kept = new TreeMap<>();
        new TreeMap<>(values).entrySet().stream().filter(value -> value.getKey().length() <= MAX_NAME)
                .limit(MAX_VALUES).forEach(
                        value -> kept.put(value.getKey(), Bounds.head(value.getValue(), MAX_VALUE)));
        values = Collections.unmodifiableSortedMap(kept);
    }

    /** One without values. */
    public static Statement of(Wording wording) {
        return new Statement(wording, Map.of());
    }

    /** One with a value. */
    public static Statement of(Wording wording, String name, Object value) {
        return new Statement(wording, Map.of(name, value.toString()));
    }

    /** The same with a value more. */
    public Statement with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value.toString());
        return new Statement(wording, more);
    }

    /** The same with a value more, where there is one. */
    public Statement with(String name, Optional<?> value) {
        return value.map(present -> with(name, (Object) present)).orElse(this);
    }

    /** As many of them, from the first, as a record may carry. */
    public static List<Statement> head(List<Statement> statements) {
        List<Statement> kept = new ArrayList<>();
        int total = 0;
        for (Statement statement : statements) {
            total += statement.values().values().stream().mapToInt(String::length).sum();
            if (total > MAX_TOTAL || kept.size() == MAX_STATEMENTS) {
                break;
            }
            kept.add(statement);
        }
        return List.copyOf(kept);
    }

    /** The text in English. */
    public static String english(List<Statement> statements) {
        StringBuilder text = new StringBuilder();
        for (Statement statement : statements) {
            Template template = statement.wording().english();
            boolean apart = !text.isEmpty() && text.charAt(text.length() - 1) != '\n'
                    && GOES_ON.indexOf(template.text().charAt(0)) < 0;
            text.append(apart ? " " : "").append(template.fill(statement.values(), Reason::meaning));
        }
        return text.toString();
    }

    /**
     * The text in Chinese; absent where nothing is stated, as by an older writer, or something by a wording that a newer
     * one added: the English text, which a record always has, stands for it.
     */
    public static Optional<String> chinese(List<Statement> statements) {
        if (statements.isEmpty() || statements.stream().anyMatch(each -> each.wording() == Wording.UNRECOGNISED)) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        statements.forEach(
                each -> text.append(each.wording().chinese().fill(each.values(), Reason::chinese)));
        return Optional.of(text.toString());
    }
}
