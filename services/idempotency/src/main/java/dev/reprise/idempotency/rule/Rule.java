// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

import java.util.Arrays;
import java.util.Optional;

/** The rules. Each has a page of its own; ids are stable. */
public enum Rule {
    /** rows are appended without a reset */
    APPEND("101", "rows are appended without a reset",
            "INSERT OVERWRITE the partition, or delete exactly what is inserted first, or insert by key"),
    /** the reset covers less than the append */
    RESET_TOO_SMALL("102", "the reset covers less than the append",
            "make the predicate of the DELETE the predicate of the INSERT"),
    /** whether the reset covers the append cannot be proved */
    RESET_UNPROVEN("103", "whether the reset covers the append cannot be proved",
            "filter reset and append on the same column, or declare what holds between them"),
    /** the append is guarded by what the target already holds */
    APPEND_GUARDED("104", "the append is guarded by what the target already holds",
            "nothing to change; late rows of a loaded range are not picked up"),
    /** a branch of a multi-insert appends */
    BRANCH_APPENDS("105", "a branch of a multi-insert appends", "make every branch an INSERT OVERWRITE"),
    /** a load appends */
    LOAD_APPENDS("106", "a load appends", "use the OVERWRITE form, or clear the target first"),
    /** the append is covered by a reset in the same script */
    APPEND_COVERED("107", "the append is covered by a reset in the same script", "nothing to change"),
    /** the append is wiped out later in the same script */
    APPEND_DEAD("108", "the append is wiped out later in the same script",
            "remove the append, or the overwrite after it"),
    /** the reset removes more than the script writes again */
    RESET_TOO_LARGE("109", "the reset removes more than the script writes again", "narrow the predicate of the reset"),
    /** an append is followed by a dedupe on a key */
    APPEND_DEDUPED("110", "an append is followed by a dedupe on a key", "nothing to change"),
    /** a load moves its input away */
    LOAD_CONSUMES("111", "a load moves its input away", "copy the files, or read them through an external table"),
    /** a region is overwritten as a whole */
    OVERWRITE("201", "a region is overwritten as a whole", "nothing to change"),
    /** a dynamic overwrite leaves partitions that are no longer produced */
    DYNAMIC_OVERWRITE("202", "a dynamic overwrite leaves partitions that are no longer produced",
            "name the partition: PARTITION (dt=...), or drop the range first"),
    /** an overwrite reads what it replaces and adds to it */
    SELF_READ_GROWS("203", "an overwrite reads what it replaces and adds to it",
            "build from the sources or from the previous partition, not from the table itself"),
    /** an overwrite reads what it replaces, in a way that changes nothing the second time */
    SELF_READ_PROJECTION("204", "an overwrite reads what it replaces, in a way that changes nothing the second time",
            "nothing to change; it needs an overwrite that publishes at its end"),
    /** an overwrite reads another partition of its own table */
    SELF_READ_OTHER_PARTITION("205", "an overwrite reads another partition of its own table",
            "nothing to change; a rerun of one day does not repair the next"),
    /** in static mode the overwrite removes all other partitions */
    STATIC_MODE_WIPES("206", "in static mode the overwrite removes all other partitions",
            "set spark.sql.sources.partitionOverwriteMode=dynamic, or name the partition"),
    /** IF NOT EXISTS keeps the first result for ever */
    FROZEN_BY_IF_NOT_EXISTS("207", "IF NOT EXISTS keeps the first result for ever",
            "drop the partition first when a rerun should repair it"),
    /** a statement changes what an earlier one has read */
    CROSS_CLOBBER("208", "a statement changes what an earlier one has read",
            "write to a new table and swap at the end, or keep the input apart"),
    /** a session setting turns the INSERT into an overwrite */
    OVERWRITE_BY_SETTING("209", "a session setting turns the INSERT into an overwrite",
            "set it in the same script, and name the partition"),
    /** delete and insert of the same region */
    DELETE_INSERT("210", "delete and insert of the same region",
            "nothing to change; one transaction closes the visible gap"),
    /** the table is emptied and filled */
    EMPTY_AND_FILL("211", "the table is emptied and filled",
            "nothing to change; one transaction closes the visible gap"),
    /** rows are written by key with absolute values */
    UPSERT("301", "rows are written by key with absolute values", "declare the key, and make the source unique on it"),
    /** existing keys are left alone */
    DO_NOTHING("302", "existing keys are left alone", "make sure that a unique key exists"),
    /** REPLACE needs a unique key */
    REPLACE("303", "REPLACE needs a unique key", "declare the unique key; without one REPLACE appends"),
    /** the conflict action adds to what is there */
    RELATIVE_UPSERT("304", "the conflict action adds to what is there",
            "set the new value, not a sum with the old one"),
    /** a MERGE only inserts */
    MERGE_INSERT_ONLY("305", "a MERGE only inserts", "match on the key; ON FALSE appends"),
    /** the matched branch adds to what is there */
    RELATIVE_MERGE("306", "the matched branch adds to what is there", "set the new value, not a sum with the old one"),
    /** generated keys change with every run */
    GENERATED_KEY("307", "generated keys change with every run", "derive the key from the business columns"),
    /** the source is not provably unique on the key */
    SOURCE_NOT_UNIQUE("308", "the source is not provably unique on the key", "deduplicate the source on the key first"),
    /** what one run deletes the next inserts again */
    CDC_REINSERT("309", "what one run deletes the next inserts again",
            "add the opposite of the delete condition to WHEN NOT MATCHED"),
    /** the load depends on the engine remembering files */
    LOAD_HISTORY("310", "the load depends on the engine remembering files",
            "TRUNCATE before the load, or force and overwrite"),
    /** the table itself resolves rows of the same key */
    KEYED_TABLE("311", "the table itself resolves rows of the same key", "nothing to change"),
    /** a unique key makes the second run fail */
    KEY_BLOCKS("312", "a unique key makes the second run fail", "insert by key: ON CONFLICT, MERGE, INSERT IGNORE"),
    /** rows of the same key are removed some time later */
    EVENTUAL_DEDUPE("313", "rows of the same key are removed some time later",
            "read with FINAL, or overwrite the partition"),
    /** a load label refuses the second load */
    LOAD_LABEL("314", "a load label refuses the second load", "derive the label from the partition"),
    /** rows with a null key are never matched */
    NULLABLE_KEY("315", "rows with a null key are never matched", "filter or fill null keys"),
    /** an update adds to what is there */
    RELATIVE_UPDATE("401", "an update adds to what is there",
            "compute the value from the source, or mark rows as done in the same statement"),
    /** an update sets absolute values */
    ABSOLUTE_UPDATE("402", "an update sets absolute values", "nothing to change"),
    /** the statement makes its own condition false */
    SELF_DISABLING("403", "the statement makes its own condition false", "nothing to change"),
    /** the function gives the same when applied again */
    IDEMPOTENT_FUNCTION("404", "the function gives the same when applied again", "nothing to change"),
    /** rows are deleted by a predicate */
    DELETE("405", "rows are deleted by a predicate", "nothing to change"),
    /** each run deletes other rows */
    DELETE_MOVES("406", "each run deletes other rows",
            "delete by a fixed predicate, without LIMIT and without an aggregate over the table itself"),
    /** the second CREATE fails */
    CREATE_UNGUARDED("501", "the second CREATE fails", "CREATE TABLE IF NOT EXISTS, or DROP TABLE IF EXISTS first"),
    /** the second DROP fails */
    DROP_UNGUARDED("502", "the second DROP fails", "DROP TABLE IF EXISTS"),
    /** the second ADD PARTITION fails */
    ADD_PARTITION_UNGUARDED("503", "the second ADD PARTITION fails", "ADD IF NOT EXISTS PARTITION"),
    /** the second DROP PARTITION fails */
    DROP_PARTITION_UNGUARDED("504", "the second DROP PARTITION fails", "DROP IF EXISTS PARTITION"),
    /** the table is dropped and created again */
    DROP_CREATE("505", "the table is dropped and created again", "nothing to change; readers see a gap"),
    /** a swap by several renames can stop half way */
    SWAP_NOT_ATOMIC("506", "a swap by several renames can stop half way",
            "RENAME TABLE a TO b, c TO a in one statement, or CREATE OR REPLACE"),
    /** CREATE TABLE IF NOT EXISTS AS keeps the first result for ever */
    FROZEN_CTAS("507", "CREATE TABLE IF NOT EXISTS AS keeps the first result for ever",
            "CREATE OR REPLACE TABLE, or drop it first"),
    /** the object is replaced as a whole */
    CREATE_OR_REPLACE("508", "the object is replaced as a whole", "nothing to change"),
    /** the second ADD fails */
    ADD_COLUMN_UNGUARDED("509", "the second ADD fails",
            "ADD COLUMN IF NOT EXISTS where the engine has it; otherwise move it to a migration"),
    /** the creation is guarded */
    CREATE_GUARDED("511", "the creation is guarded", "nothing to change; an older definition stays"),
    /** the drop is guarded */
    DROP_GUARDED("512", "the drop is guarded", "nothing to change"),
    /** the partition is added if it is not there */
    ADD_PARTITION_GUARDED("513", "the partition is added if it is not there", "nothing to change"),
    /** the partition is dropped if it is there */
    DROP_PARTITION_GUARDED("514", "the partition is dropped if it is there", "nothing to change"),
    /** dropping a partition of an external table leaves its files */
    EXTERNAL_PARTITION_DROP("515", "dropping a partition of an external table leaves its files",
            "INSERT OVERWRITE the partition instead"),
    /** the swap is one atomic statement */
    SWAP_ATOMIC("516", "the swap is one atomic statement", "nothing to change"),
    /** the wall clock chooses what is written */
    CLOCK_REGION("601", "the wall clock chooses what is written",
            "take the date from the scheduler: ${bizdate}, {{ ds }}"),
    /** a value comes from the wall clock */
    CLOCK_VALUE("602", "a value comes from the wall clock",
            "leave the column out of comparisons, or take it from the scheduler"),
    /** a filter follows the wall clock */
    CLOCK_PREDICATE("603", "a filter follows the wall clock", "take the date from the scheduler: ${bizdate}, {{ ds }}"),
    /** a value or a choice is random */
    RANDOM("604", "a value or a choice is random", "derive it from the row, for example by a hash"),
    /** which rows are taken is not determined */
    ORDER_DEPENDENT("605", "which rows are taken is not determined", "ORDER BY a unique key"),
    /** a parameter comes from the clock of the host */
    HOST_CLOCK("606", "a parameter comes from the clock of the host",
            "take the date from the scheduler: ${bizdate}, {{ ds }}"),
    /** readers see the region empty in between */
    VISIBLE_GAP("701", "readers see the region empty in between", "do both in one transaction, or overwrite"),
    /** data is destroyed before it is written again, from a copy that a failure loses */
    DESTROY_BEFORE_REFILL("702", "data is destroyed before it is written again, from a copy that a failure loses",
            "one transaction, or write to a new table and swap"),
    /** DDL commits the transaction it stands in */
    IMPLICIT_COMMIT("703", "DDL commits the transaction it stands in",
            "use DELETE instead of TRUNCATE, or do without the transaction"),
    /** a temporary table must not exist yet */
    SESSION_TABLE("704", "a temporary table must not exist yet", "DROP TABLE IF EXISTS first"),
    /** the guard is set in a second statement */
    GUARD_APART("705", "the guard is set in a second statement",
            "set the guard in the same statement, or in one transaction"),
    /** the range to load follows a stored position */
    WATERMARK("712", "the range to load follows a stored position", "nothing to change; late rows are not picked up"),
    /** rows are moved from one table to another */
    MOVE("713", "rows are moved from one table to another", "do both in one statement or transaction"),
    /** nothing is written */
    READ_ONLY("001", "nothing is written", "nothing to change"),
    /** what runs is not visible here */
    OPAQUE("902", "what runs is not visible here", "declare the verdict, or analyse the code that runs"),
    /** files outside of the database are written */
    EXTERNAL_PATH("903", "files outside of the database are written",
            "write to a path that belongs to the partition, and overwrite it"),
    /** the text is not understood */
    NOT_UNDERSTOOD("901", "the text is not understood",
            "declare the verdict, or write the statement in a form the analysis reads"),
    /** a suppression gives no reason */
    SUPPRESSION_WITHOUT_REASON("904", "a suppression gives no reason",
            "write the reason: -- reprise: ignore RR101 because ...");

    private final String number;
    private final String title;
    private final String fix;

    Rule(String number, String title, String fix) {
        this.number = number;
        this.title = title;
        this.fix = fix;
    }

    /** @return the stable id, as in {@code RR101} */
    public String id() {
        return "RR" + number;
    }

    /** @return what the rule is about, in one line */
    public String title() {
        return title;
    }

    /** @return what to change */
    public String fix() {
        return fix;
    }

    /**
     * @param id as in {@code RR101}, any case
     * @return the rule, or empty when there is none
     */
    public static Optional<Rule> of(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id().equalsIgnoreCase(id)).findFirst();
    }
}
