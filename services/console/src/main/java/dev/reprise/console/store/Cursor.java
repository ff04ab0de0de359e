// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a page ended: the sort key of its last row. Opaque to clients, and still right when rows come and go between two
 * pages.
 *
 * @param parts the parts of the sort key, as text
 */
public record Cursor(List<String> parts) {

    /** Takes a copy. */
    public Cursor {
        parts = List.copyOf(parts);
    }

    static Cursor of(Object... parts) {
        return new Cursor(Arrays.stream(parts).map(Object::toString).toList());
    }

    /** The form that clients send back. */
    public String text() {
        // No part may hold a line break: names have no control characters.
        return Base64.getUrlEncoder().withoutPadding()
                .encodeToString(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads the form that {@link #text()} writes.
     *
     * @throws IllegalArgumentException when it is no cursor
     */
    public static Cursor parse(String text) {
        String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        return new Cursor(Arrays.stream(decoded.split("\n", -1)).collect(Collectors.toList()));
    }

    /**
     * One part as text.
     *
     * @throws IllegalArgumentException when the cursor belongs to another kind of page
     */
    String textAt(int index, int size) {
        if (parts.size() != size) {
            throw new IllegalArgumentException("the cursor belongs to another list");
        }
        return parts.get(index);
    }

    /**
     * One part as a number.
     *
     * @throws IllegalArgumentException when the cursor belongs to another kind of page
     */
    long numberAt(int index, int size) {
        return Long.parseLong(textAt(index, size));
    }
}
