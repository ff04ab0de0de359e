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

/** Trino, Snowflake, BigQuery, ClickHouse, Databricks' clusters, and DataX, which carries rows between stores. */
final class WarehouseRules {
    private WarehouseRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("trino.memory", RESOURCE).on("Query exceeded (?:per-node|distributed) .*memory limit",
                        "Query killed because the cluster is out of memory", "EXCEEDED_LOCAL_MEMORY_LIMIT",
                        "EXCEEDED_GLOBAL_MEMORY_LIMIT", "CLUSTER_OUT_OF_MEMORY"),
                passing("trino.time-limit", TIMEOUT).on(
                        "Query exceeded (?:the )?maximum (?:execution|run|planning|CPU|queued) ?time limit",
                        "EXCEEDED_TIME_LIMIT"),
                passing("trino.queue-full", RESOURCE).afterSeconds(300).on("Too many queued queries for"),
                passing("trino.worker-lost", PLATFORM).afterSeconds(30).on(
                        "Encountered too many errors talking to a worker node", "NO_NODES_AVAILABLE",
                        "No worker nodes available"),
                lasting("trino.statement", USER_CODE).on("line \\d+:\\d+: (?:Table|Column|Schema|Catalog) '",
                        "line \\d+:\\d+: mismatched input"),
                passing("snowflake.time-limit", TIMEOUT).on("reached its statement or warehouse timeout"),
                lasting("snowflake.cancelled", KILLED).on("SQL execution canceled"),
                lasting("snowflake.login", PERMISSION).on("Incorrect username or password was specified",
                        "JWT token is invalid"),
                lasting("snowflake.compilation", USER_CODE).on("SQL compilation error"),
                passing("bigquery.memory", RESOURCE).on("Resources exceeded during query execution"),
                passing("bigquery.quota", RESOURCE).afterSeconds(600).on("Quota exceeded: Your ", "quotaExceeded"),
                lasting("bigquery.permission", PERMISSION).on(
                        "Access Denied: (?:Table|Dataset|Project|Job|BigQuery)"),
                lasting("bigquery.table-not-found", USER_CODE).on("Not found: (?:Table|Dataset) "),
                passing("clickhouse.memory", RESOURCE).on("MEMORY_LIMIT_EXCEEDED", "Memory limit \\(.*\\) exceeded"),
                passing("clickhouse.too-many-parts", PLATFORM).afterSeconds(60).on("TOO_MANY_PARTS",
                        "Too many parts \\("),
                passing("clickhouse.read-only", PLATFORM).afterSeconds(60).on("TABLE_IS_READ_ONLY",
                        "Table is in readonly mode"),
                passing("clickhouse.keeper", PLATFORM).afterSeconds(60).on("KEEPER_EXCEPTION",
                        "ALL_CONNECTION_TRIES_FAILED"),
                passing("clickhouse.time-limit", TIMEOUT).on("TIMEOUT_EXCEEDED", "Timeout exceeded: elapsed"),
                lasting("clickhouse.table-not-found", USER_CODE).on("\\(UNKNOWN_TABLE\\)"),
                passing("databricks.cluster", PLATFORM).afterSeconds(60).on("Cluster terminated\\. ?Reason: ",
                        "was terminated\\. Reason: ", "The spark driver has stopped unexpectedly",
                        "Cloud Provider Launch Failure"),
                passing("databricks.time-limit", TIMEOUT).on("Run timed out after"),
                lasting("datax.dirty-data", DATA).on("Framework-14\\b", "DataX传输脏数据超过用户预期"),
                lasting("datax.configuration", USER_CODE).on("Framework-03\\b", "DataX引擎配置错误"));
    }
}
