// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.KILLED;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** PostgreSQL, MySQL, Oracle and SQL Server, by message and by code: SQLSTATE, ORA numbers. */
final class DatabaseRules {
    private DatabaseRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("sql.deadlock", PLATFORM).afterSeconds(10).on("deadlock detected",
                        "Deadlock found when trying to get lock", "ORA-00060", "was deadlocked on lock", "^40P01$"),
                passing("sql.serialization", PLATFORM).afterSeconds(10).on("[Cc]ould not serialize access",
                        "Transaction is aborted due to concurrent update", "ORA-08177",
                        "^40001$"),
                passing("sql.lock-timeout", PLATFORM).afterSeconds(60).on("Lock wait timeout exceeded",
                        "canceling statement due to lock timeout", "could not obtain lock on", "ORA-00054", "ORA-30006",
                        "^55P03$"),
                passing("sql.statement-timeout", TIMEOUT).on("canceling statement due to statement timeout",
                        "maximum statement execution time exceeded"),
                lasting("sql.cancelled", KILLED).on("canceling statement due to user request",
                        "Query execution was interrupted", "ORA-01013"),
                passing("sql.replica-conflict", PLATFORM).afterSeconds(30)
                        .on("canceling statement due to conflict with recovery"),
                passing("sql.server-restarting", PLATFORM).afterSeconds(60).on(
                        "the database system is (?:starting up|shutting down|in recovery mode)",
                        "terminating connection due to administrator command", "ORA-01033", "ORA-01034", "ORA-01089",
                        "^57P0[123]$"),
                passing("sql.connection-lost", PLATFORM).afterSeconds(30).on(
                        "server closed the connection unexpectedly", "MySQL server has gone away",
                        "Lost connection to MySQL server", "Communications link failure",
                        "An I/O error occurred while sending to the backend", "ORA-03113", "ORA-03114", "ORA-03135",
                        "^08(?:000|003|006)$"),
                passing("sql.too-many-connections", PLATFORM).afterSeconds(120).on("too many clients already",
                        "remaining connection slots are reserved", "Too many connections", "ORA-00018", "ORA-00020",
                        "ORA-12516", "ORA-12519", "ORA-12520", "^53300$"),
                passing("sql.pool-exhausted", PLATFORM).afterSeconds(60)
                        .on("Connection is not available, request timed out after", "QueuePool limit of size"),
                passing("sql.no-listener", PLATFORM).afterSeconds(60).on("ORA-12541", "ORA-12514", "ORA-12170",
                        "Can't connect to (?:local )?MySQL server", "The connection attempt failed\\.", "^08001$"),
                passing("sql.read-only", PLATFORM).afterSeconds(60).on("in a read-only transaction",
                        "so it cannot execute this statement"),
                passing("sql.disk-full", RESOURCE).on("could not extend file", "ORA-0165[234]",
                        "The table '.*' is full", "^53100$"),
                passing("sql.out-of-memory", RESOURCE).on("ORA-04030", "ORA-04031", "^53200$"),
                passing("sql.snapshot-too-old", PLATFORM).on("ORA-01555"),
                lasting("sql.login", PERMISSION).on("password authentication failed for user", "Access denied for user",
                        "Login failed for user", "no pg_hba.conf entry for host", "ORA-01017", "ORA-28000", "ORA-28001",
                        "^28P01$"),
                lasting("sql.permission", PERMISSION).on(
                        "permission denied for (?:table|schema|relation|database|sequence|function|view)",
                        "command denied to user", "ORA-01031", "^42501$"),
                lasting("sql.table-not-found", USER_CODE).on("relation \".*\" does not exist",
                        "Table '.*' doesn't exist", "Invalid object name '", "ORA-00942", "^42P01$", "^42S02$"),
                lasting("sql.column-not-found", USER_CODE).on("column \"?[^ ]+\"? does not exist", "Unknown column '",
                        "Invalid column name '", "ORA-00904", "^42703$", "^42S22$"),
                lasting("sql.syntax", USER_CODE).on("syntax error at or near", "You have an error in your SQL syntax",
                        "Incorrect syntax near", "ORA-00900", "ORA-00933", "ORA-00936", "^42601$"),
                lasting("sql.duplicate-key", DATA).on("duplicate key value violates unique constraint",
                        "Duplicate entry '", "Violation of (?:PRIMARY|UNIQUE) KEY constraint", "ORA-00001", "^23505$"),
                lasting("sql.not-null", DATA).on("violates not-null constraint", "Column '.*' cannot be null",
                        "ORA-01400", "^23502$"),
                passing("sql.foreign-key", DATA).on("violates foreign key constraint", "a foreign key constraint fails",
                        "ORA-02291", "^23503$"),
                lasting("sql.value", DATA).on("invalid input syntax for", "value too long for type",
                        "numeric field overflow", "Data too long for column", "Out of range value for column",
                        "String or binary data would be truncated",
                        "ORA-01722", "ORA-12899", "ORA-01438", "^22[0-9A-Z]{3}$"),
                lasting("sql.no-driver", USER_CODE).on("No suitable driver"));
    }
}
