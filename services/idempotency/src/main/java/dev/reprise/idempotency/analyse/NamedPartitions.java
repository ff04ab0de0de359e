// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.sql.Statement.PartitionPart;

/** Partitions that have names of their own: {@code PARTITION (p1, p2)} of Doris, MySQL and Oracle. */
final class NamedPartitions {
    /** Stands for the column that such a name is the value of. */
    private static final String COLUMN = "partition";

    private NamedPartitions() {}

    /** @return the rows of the named partitions; empty where the words mean columns, or nothing is named */
    static Optional<Atom> of(Dialect dialect, List<PartitionPart> parts) {
        boolean named = !dialect.lake() && !parts.isEmpty()
                && parts.stream().allMatch(part -> part.value().isEmpty());
        return named
                ? Optional.of(new Atom(COLUMN, Atom.Kind.IN, parts.stream()
                        .map(part -> new Value(part.key(), Optional.empty(), 0)).toList()))
                : Optional.empty();
    }
}
