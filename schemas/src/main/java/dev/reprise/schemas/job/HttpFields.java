// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/** Checks that the parts of an HTTP target share. An address is never quoted in a message: it may carry a secret. */
final class HttpFields {
    private static final int MAX_POINTER = 512;

    private HttpFields() {}

    static void url(String field, String value) {
        Bounds.text(field, value, Bounds.MAX_URL);
        if (!value.startsWith("http://") && !value.startsWith("https://")) {
            throw new IllegalArgumentException(
                    field + " does not begin with http:// or https://: give an absolute address");
        }
    }

    static void pointer(String field, Optional<String> value) {
        value.ifPresent(pointer -> {
            Bounds.atMost(field, pointer, MAX_POINTER);
            if (!pointer.isEmpty() && !pointer.startsWith("/")) {
                throw new IllegalArgumentException(
                        field + " does not begin with a slash: give a JSON pointer such as /run/id");
            }
        });
    }
}
