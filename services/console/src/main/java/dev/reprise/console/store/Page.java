// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some rows, and where to go on.
 *
 * @param <T> a row
 * @param items the rows
 * @param next the cursor of the next page; empty at the end
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {

    /** Takes a copy. */
    public Page {
        items = List.copyOf(items);
    }

    /** A page of rows that were read with one row more than the limit: that one tells whether there is a next page. */
    static <T> Page<T> of(List<T> oneMore, int limit, Function<T, Cursor> cursor) {
        if (oneMore.size() <= limit) {
            return new Page<>(oneMore, Optional.empty());
        }
        List<T> items = oneMore.subList(0, limit);
        return new Page<>(items, Optional.of(cursor.apply(items.getLast())));
    }

    /** The same page with each row turned into something else. */
    public <R> Page<R> map(Function<T, R> mapping) {
        return new Page<>(items.stream().map(mapping).toList(), next);
    }
}
