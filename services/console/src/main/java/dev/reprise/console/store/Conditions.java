// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Conditions joined by AND, with their parameters in step: values never become part of a statement. */
final class Conditions {

    private final List<String> clauses = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();

    Conditions and(String clause, Object... values) {
        clauses.add(clause);
        Collections.addAll(parameters, values);
        return this;
    }

    Conditions andIfPresent(String clause, Optional<?> value) {
        value.ifPresent(present -> and(clause, present));
        return this;
    }

    Conditions andOneOf(String column, Collection<String> values) {
        if (!values.isEmpty()) {
            and(column + " IN (" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")", values.toArray());
        }
        return this;
    }

    /** A column in lower case that holds the text anywhere. */
    Conditions andContains(String column, Optional<String> text) {
        text.ifPresent(present -> andLike(column, "%" + literal(present) + "%"));
        return this;
    }

    /** A column in lower case that begins with the text. */
    Conditions andBeginsWith(String column, String text) {
        return andLike(column, literal(text) + "%");
    }

    /** A column in lower case that ends with the text. */
    Conditions andEndsWith(String column, String text) {
        return andLike(column, "%" + literal(text));
    }

    /** All of other conditions. */
    Conditions and(Conditions others) {
        clauses.addAll(others.clauses);
        parameters.addAll(others.parameters);
        return this;
    }

    private Conditions andLike(String column, String pattern) {
        return and(column + " LIKE ? ESCAPE '!'", pattern);
    }

    private static String literal(String text) {
        return text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    /** The WHERE clause, or nothing. */
    String where() {
        return clauses.isEmpty() ? "" : " WHERE " + String.join(" AND ", clauses);
    }

    /** The parameters of the clause, and then more. */
    Object[] parameters(Object... more) {
        List<Object> all = new ArrayList<>(parameters);
        Collections.addAll(all, more);
        return all.toArray();
    }
}
