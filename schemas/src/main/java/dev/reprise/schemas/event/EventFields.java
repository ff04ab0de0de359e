// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import dev.reprise.schemas.bound.Bounds;

/** Checks that all run events share. */
final class EventFields {
    private EventFields() {}

    static void check(int attempt, String source) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt is " + attempt + ": attempts count from 1");
        }
        Bounds.name("source", source);
    }
}
