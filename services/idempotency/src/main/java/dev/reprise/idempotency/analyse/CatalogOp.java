// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.rule.Rule;

/**
 * What a statement asks of the catalog or does to it. Names are {@code t} for a table, {@code t/dt=x} for a partition,
 * {@code t.c} for a column or index.
 *
 * @param kind what
 * @param name of which object
 * @param other the second name of a rename, empty otherwise
 * @param guarded whether it is content with what it finds
 * @param rule what to report when it fails
 * @param place where it stands
 */
record CatalogOp(Kind kind, String name, String other, boolean guarded, Rule rule, Place place) {
    enum Kind {
        /** the object must not be there, unless guarded; it is there after */
        CREATE,
        /** the object is there after, new or replaced */
        REPLACE,
        /** the object must be there, unless guarded; it is gone after */
        DROP,
        /** the object must be there */
        NEED,
        /** the object must be there and the other one must not; they change */
        RENAME
    }
}
