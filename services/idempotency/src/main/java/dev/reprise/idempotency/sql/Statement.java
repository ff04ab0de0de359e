// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.sql;

import java.util.List;
import java.util.Optional;

/** One statement, reduced to what it does to stored state. Table names are lower case and without quotes. */
public sealed interface Statement {
    /** What an INSERT does to the rows already there. */
    enum WriteMode {
        /** adds rows */
        INTO,
        /** replaces table or partition */
        OVERWRITE,
        /** replaces rows with the same key (REPLACE INTO, INSERT OR REPLACE) */
        REPLACE,
        /** keeps rows with the same key (INSERT IGNORE, INSERT OR IGNORE) */
        IGNORE
    }

    /** One key of a partition specification; without value it is dynamic. */
    record PartitionPart(String key, Optional<Expr> value) {}

    /** {@code column = value}. */
    record Assignment(String column, Expr value) {}

    /** What happens to a row whose key exists. */
    sealed interface Conflict {
        /** ON CONFLICT ... DO NOTHING; empty columns when no target is named. */
        record DoNothing(List<String> columns) implements Conflict {}

        /** ON CONFLICT ... DO UPDATE, or ON DUPLICATE KEY UPDATE with empty columns. */
        record DoUpdate(List<String> columns, List<Assignment> assignments, Optional<Expr> where) implements Conflict {}
    }

    /**
     * INSERT in all its forms.
     *
     * @param partition as written in PARTITION (...), empty when absent
     * @param ifNotExists whether an existing partition is left alone
     * @param replaceWhere predicate that is replaced as a whole (Delta)
     * @param label load label, where the engine refuses the same label twice
     */
    record Insert(String target, WriteMode mode, List<String> columns, List<PartitionPart> partition,
            boolean ifNotExists, Query source, Optional<Conflict> conflict, Optional<Expr> replaceWhere,
            Optional<String> label) implements Statement {}

    /**
     * Several inserts in one statement.
     *
     * @param atomic whether they happen all or none: INSERT ALL does, Hive's FROM ... INSERT ... INSERT does not
     */
    record MultiInsert(List<Insert> branches, boolean atomic) implements Statement {}

    /** INSERT OVERWRITE DIRECTORY, COPY TO, UNLOAD, SELECT INTO OUTFILE. */
    record Export(String path, ExportMode mode, Query source) implements Statement {}

    /** What an export does with files already there. */
    enum ExportMode {
        REPLACES, ADDS, FAILS
    }

    /** UPDATE, with the other tables it joins. */
    record Update(String target, String scope, List<Assignment> assignments, List<Query.Source> from,
            Optional<Expr> where, boolean limited) implements Statement {}

    /** DELETE, with the other tables it joins. */
    record Delete(String target, String scope, List<Query.Source> using, Optional<Expr> where, boolean limited)
            implements
                Statement {}

    /** TRUNCATE, of a table or a partition. */
    record Truncate(String target, List<PartitionPart> partition) implements Statement {}

    /** MERGE. */
    record Merge(String target, String scope, Query.Source source, Expr on, List<Branch> branches)
            implements
                Statement {}

    /** Which rows a MERGE branch is for. */
    enum Match {
        MATCHED, NOT_MATCHED, NOT_MATCHED_BY_SOURCE
    }

    /** One WHEN branch. */
    record Branch(Match match, Optional<Expr> condition, BranchAction action) {}

    /** What a MERGE branch does. */
    sealed interface BranchAction {
        /** UPDATE SET; {@code all} is UPDATE SET *. */
        record UpdateRow(List<Assignment> assignments, boolean all) implements BranchAction {}

        /** INSERT; {@code all} is INSERT *. */
        record InsertRow(List<String> columns, List<Expr> values, boolean all) implements BranchAction {}

        /** DELETE. */
        record DeleteRow() implements BranchAction {}

        /** DO NOTHING. */
        record Nothing() implements BranchAction {}
    }

    /** How a CREATE treats an object that is there. */
    enum Guard {
        /** fails */
        NONE,
        /** IF NOT EXISTS */
        IF_NOT_EXISTS,
        /** OR REPLACE */
        OR_REPLACE
    }

    /**
     * CREATE TABLE.
     *
     * @param query CREATE TABLE AS, empty otherwise
     * @param onCommitDrop a temporary table that ends with its transaction
     */
    record CreateTable(String target, Guard guard, boolean temporary, boolean onCommitDrop, TableSchema schema,
            Optional<Query> query) implements Statement {}

    /** CREATE of anything that holds no rows: view, index, function, schema. */
    record CreateObject(String kind, String name, Guard guard, boolean temporary, Optional<Query> query)
            implements
                Statement {}

    /** DROP of a table or of another object. */
    record Drop(String kind, String name, boolean ifExists) implements Statement {}

    /** ALTER TABLE. */
    record Alter(String target, List<Change> changes) implements Statement {}

    /** One change of an ALTER TABLE. */
    sealed interface Change {
        /** ADD PARTITION. */
        record AddPartition(List<PartitionPart> partition, boolean ifNotExists) implements Change {}

        /** DROP PARTITION; {@code exact} is false where the specification is a comparison. */
        record DropPartition(List<PartitionPart> partition, Optional<Expr> predicate, boolean ifExists)
                implements
                    Change {}

        /** ADD COLUMN, index or constraint. */
        record AddMember(String kind, String name, boolean ifNotExists) implements Change {}

        /** DROP COLUMN, index or constraint. */
        record DropMember(String kind, String name, boolean ifExists) implements Change {}

        /** RENAME TO. */
        record RenameTo(String name) implements Change {}

        /** RENAME of a column, constraint or partition. */
        record RenameMember(String from, String to) implements Change {}

        /** EXCHANGE PARTITION or SWAP WITH. */
        record Exchange(String other) implements Change {}

        /** A property that is set to a value: the same when set again. */
        record SetProperty(String name) implements Change {}
    }

    /** RENAME TABLE a TO b, c TO d: one atomic step. */
    record Rename(List<Pair> pairs) implements Statement {
        /** One rename. */
        public record Pair(String from, String to) {}
    }

    /** How a load treats rows and files that are there. */
    enum LoadMode {
        APPEND, OVERWRITE, REPLACE_BY_KEY, IGNORE_BY_KEY
    }

    /**
     * LOAD DATA, COPY FROM, COPY INTO table.
     *
     * @param consumesInput the files are moved away
     * @param remembersFiles files already loaded are skipped (Snowflake)
     */
    record Load(String target, LoadMode mode, List<PartitionPart> partition, boolean consumesInput,
            boolean remembersFiles) implements Statement {}

    /** A session setting. */
    record SetOption(String name, Optional<Expr> value) implements Statement {}

    /** USE: names without a database mean this one from here on. */
    record UseDatabase(String name) implements Statement {}

    /** SELECT, SHOW, EXPLAIN, DESCRIBE, ANALYZE: changes nothing by itself. */
    record ReadOnly(Optional<Query> query) implements Statement {}

    /** A script variable that stands for a query (MaxCompute script mode). */
    record Assign(String name, Query query) implements Statement {}

    /** Transaction control. */
    enum Transaction implements Statement {
        BEGIN, COMMIT, ROLLBACK
    }

    /** Understood to be beyond analysis: a call, dynamic SQL, a block; {@code target} where it names what it writes. */
    record Opaque(String reason, Optional<String> target) implements Statement {
        /** @param reason why, of a statement that names no target */
        public Opaque(String reason) {
            this(reason, Optional.empty());
        }
    }

    /** Not understood; {@code target} where the head of the statement names one. */
    record Unread(String reason, Optional<String> target) implements Statement {}
}
