// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.sql.Query;

/**
 * What one statement does to one table, partition or path.
 *
 * @param target what is written
 * @param kind how
 * @param region which rows
 * @param reads what it reads, as written (subqueries and views put in, staging tables not)
 * @param again what happens when it is applied to a state that it has already been applied to
 * @param onItself what happens when it overwrites from its own result; empty where it never reads its target
 * @param columns columns that an UPDATE writes; empty for all others
 * @param sets constants that an UPDATE assigns
 * @param query the rows it writes with staging tables put in, empty when none
 * @param keyReset the keys that it deletes, when they come from a source
 * @param names target columns in order, empty when unknown
 * @param traits further facts
 * @param taints what it takes from clock, chance or order
 * @param place where it stands
 */
record Effect(String target, Kind kind, Region region, List<Read> reads, Judgement again, Optional<Judgement> onItself,
        Set<String> columns,
        List<Atom> sets, Optional<Query> query, Optional<KeyReset> keyReset, List<String> names, Set<Trait> traits,
        List<Judgement> taints,
        Place place) {
    enum Kind {
        /** what was in the region is gone */
        RESET,
        /** what was in the region is gone, new rows are there */
        OVERWRITE,
        /** partitions that occur in the result are overwritten */
        DYNAMIC,
        /** rows are added */
        APPEND,
        /** rows are written or left by key */
        KEYED,
        /** columns are set */
        UPDATE,
        /** rows are deleted by a predicate that is no region */
        DELETE,
        /** the content comes from another table, which is gone after */
        MOVE,
        /** the contents of two tables change places */
        EXCHANGE,
        /** no content is changed */
        NOTE,
        /** what is done is not known */
        OPAQUE
    }

    enum Trait {
        /** removes duplicates that an earlier append left */
        DEDUPES,
        /** the target lives as long as the session */
        TEMPORARY,
        /** a failure in the middle may leave part of it on any engine */
        RESIDUE,
        /** only the catalog changes: a failure leaves all or nothing on any engine */
        CATALOG,
        /** which rows it touches depends on other rows of its target */
        LOOKS_AT_ITSELF,
        /** a guard that part of the rows would already satisfy */
        COARSE_GUARD,
        /** a rerun on corrected input gives what a clean run gives */
        CONVERGES,
        /** writes rows whose key the engine makes */
        GENERATES_KEYS,
        /** the engine skips files that it has loaded before */
        REMEMBERS
    }

    /** Where a statement stands. */
    record Place(int line, int column) {}

    /** Each effect is itself: two statements of the same text are two effects. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** @return whether it only adds to its target: with nothing to read, it does nothing */
    boolean additive() {
        return kind == Kind.APPEND || kind == Kind.KEYED || kind == Kind.UPDATE || kind == Kind.DELETE;
    }
}
