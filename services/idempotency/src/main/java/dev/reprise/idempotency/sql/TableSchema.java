// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.sql;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of a table's definition, from DDL in the script or from a note beside it.
 *
 * @param columns in order, empty when unknown
 * @param keys unique keys, primary ones first
 * @param generated columns whose value the engine makes: identity, serial, auto increment
 * @param notNull columns that cannot be null
 * @param knownKeys whether {@code keys} is all there is, rather than all that was seen
 * @param external dropping it or a partition leaves the files
 * @param model the way in which the engine keeps rows of the same key, where it is special
 */
public record TableSchema(List<String> columns, List<Set<String>> keys, Set<String> generated, Set<String> notNull,
        boolean knownKeys, boolean external, Optional<RowResolution> model) {
    /** How the engine treats rows of the same key on a plain INSERT. */
    public enum RowResolution {
        /** the new row wins at once: primary key tables of MaxCompute, Doris, StarRocks, Hologres, Hudi, Flink */
        UPSERT,
        /** the new row wins some time later: ReplacingMergeTree */
        EVENTUAL,
        /** values are added up: SummingMergeTree, aggregate tables */
        SUMMING,
        /** rows are kept as they come, whatever the key says */
        DUPLICATE,
        /** the same, but a block of rows that was taken before is skipped: ReplicatedMergeTree, SharedMergeTree */
        DUPLICATE_BLOCKS_SKIPPED
    }

    /** Nothing known. */
    public static final TableSchema UNKNOWN = new TableSchema(List.of(), List.of(), Set.of(), Set.of(), false, false,
            Optional.empty());

    /**
     * @param other facts from elsewhere, which win where they say more
     * @return both together
     */
    public TableSchema with(TableSchema other) {
        return new TableSchema(other.columns.isEmpty() ? columns : other.columns,
                java.util.stream.Stream.concat(other.keys.stream(), keys.stream()).distinct().toList(),
                union(generated, other.generated), union(notNull, other.notNull), knownKeys || other.knownKeys,
                external || other.external, other.model.isPresent() ? other.model : model);
    }

    /** @return the same, of rows that outlive the definition */
    public TableSchema asExternal() {
        return new TableSchema(columns, keys, generated, notNull, knownKeys, true, model);
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
        return java.util.stream.Stream.concat(a.stream(), b.stream())
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }
}
