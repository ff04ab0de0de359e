// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Spark: losses, limits, and the error classes of its SQL. */
final class SparkRules {
    private SparkRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("spark.executor-memory", RESOURCE).on("SIGKILL, possible container OOM",
                        "Command exited with code 52"),
                passing("spark.result-size", RESOURCE).on("is bigger than spark\\.driver\\.maxResultSize"),
                passing("spark.broadcast-memory", RESOURCE).on("Not enough memory to build and broadcast the table",
                        "Cannot broadcast the table"),
                passing("spark.broadcast-timeout", TIMEOUT).on("Could not execute broadcast in"),
                passing("spark.execution-memory", RESOURCE).on("Unable to acquire \\d+ bytes of memory"),
                passing("spark.kryo-buffer", RESOURCE).on("Kryo serialization failed: Buffer overflow"),
                passing("spark.heartbeat", PLATFORM).on("Executor heartbeat timed out after"),
                passing("spark.decommissioned", PLATFORM).on("Executor decommission"),
                passing("spark.fetch-failed", PLATFORM).on("FetchFailedException", "FetchFailed\\(",
                        "Missing an output location for shuffle", "/blockmgr-.*/shuffle_"),
                passing("spark.executor-lost", PLATFORM).on("ExecutorLostFailure \\(executor",
                        "Remote RPC client disassociated", "Executor Process Lost",
                        "Could not find CoarseGrainedScheduler"),
                passing("spark.rpc-timeout", PLATFORM).on("RpcTimeoutException", "Exception while bootstrapping client",
                        "Futures timed out after \\["),
                passing("spark.python-worker", PLATFORM).on("Python worker exited unexpectedly"),
                passing("spark.path-missing", UPSTREAM).afterSeconds(300).on("Path does not exist: ", "PATH_NOT_FOUND"),
                passing("spark.files-changed", UPSTREAM).afterSeconds(60)
                        .on("It is possible the underlying files have been updated"),
                lasting("spark.syntax", USER_CODE).on("PARSE_SYNTAX_ERROR", "catalyst\\.parser\\.ParseException"),
                lasting("spark.table-not-found", USER_CODE).on("TABLE_OR_VIEW_NOT_FOUND", "Table or view not found"),
                lasting("spark.column-not-found", USER_CODE).on("UNRESOLVED_COLUMN", "given input columns: "),
                lasting("spark.cast", DATA).on("CAST_INVALID_INPUT", "CAST_OVERFLOW", "\\[DIVIDE_BY_ZERO\\]",
                        "NUMERIC_VALUE_OUT_OF_RANGE", "CANNOT_PARSE_TIMESTAMP"),
                passing("spark.bad-file", DATA).on("MALFORMED_RECORD_IN_PARSING", "is not a Parquet file",
                        "SchemaColumnConvertNotSupportedException"),
                lasting("spark.not-serializable", USER_CODE).on("Task not serializable"),
                lasting("spark.analysis", USER_CODE).on("spark\\.sql\\.AnalysisException",
                        "pyspark\\.errors\\.exceptions\\.captured\\.AnalysisException"));
    }
}
