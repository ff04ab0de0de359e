// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.ScriptReader;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;

/** dbt's manifest.json: each model by its materialisation, incremental strategy and hooks; compiled code where it is there. */
final class DbtManifest {
    private final String adapter;
    private final Dialect dialect;

    private DbtManifest(String adapter) {
        this.adapter = adapter;
        this.dialect = Dialect.named(adapter).orElse(Dialect.ANSI);
    }

    static List<JobAnalysis> analyse(JsonNode root) {
        DbtManifest manifest = new DbtManifest(
                root.path("metadata").path("adapter_type").asString("").toLowerCase(Locale.ROOT));
        List<JobAnalysis> jobs = new ArrayList<>();
        for (var node : root.path("nodes").properties()) {
            String type = node.getValue().path("resource_type").asString("");
            if (Set.of("model", "snapshot", "seed").contains(type)) {
                jobs.add(new JobAnalysis(Optional.of(node.getKey()), manifest.node(node.getValue(), type)));
            }
        }
        return jobs.isEmpty()
                ? List.of(JobAnalysis.of(Analyses.unknown(Rule.NOT_UNDERSTOOD, Place.START,
                        "the manifest holds no model, snapshot or seed")))
                : List.copyOf(jobs);
    }

    private Analysis node(JsonNode node, String type) {
        JsonNode config = node.path("config");
        String materialized = config.path("materialized").asString(type.equals("model") ? "view" : type);
        String target = node.path("relation_name").asString(node.path("name").asString("")).replace("\"", "")
                .replace("`", "");
        List<Analysis> parts = new ArrayList<>();
        hooks(config.path("pre-hook"), parts);
        parts.add(clocked(node, switch (materialized) {
            case "view", "table", "seed", "materialized_view", "dynamic_table" ->
                Analyses.single(Rule.CREATE_OR_REPLACE, Place.START, target, "is built anew", Safety.SAFE, Safety.SAFE,
                        Optional.of(true));
            case "ephemeral" -> Analyses.single(Rule.READ_ONLY, Place.START, target, "stores nothing", Safety.SAFE,
                    Safety.SAFE, Optional.empty());
            case "snapshot" ->
                Analyses.single(Rule.UPSERT, Place.START, target, "keeps versions: the same for an unchanged source",
                        Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.of(false),
                        Condition.UPSTREAM);
            case "incremental" -> incremental(node, config, target);
            default -> Analyses.unknown(Rule.OPAQUE, Place.START, "materialization " + materialized + " is not known");
        }));
        hooks(config.path("post-hook"), parts);
        return Analyses.sequence(parts);
    }

    /** What compiled code takes from clock and chance is in the result, however the result is stored. */
    private Analysis clocked(JsonNode node, Analysis stored) {
        String code = node.path("compiled_code").asString(node.path("compiled_sql").asString(""));
        if (code.isBlank() || stored.verdict() == dev.reprise.schemas.job.Verdict.UNKNOWN) {
            return stored;
        }
        // Under its own name, so that a model that reads itself is seen; an incremental one may.
        boolean whole = stored.findings().stream().allMatch(finding -> finding.rule() == Rule.CREATE_OR_REPLACE);
        String name = whole ? stored.findings().getFirst().target() : "";
        Analysis query = SqlScripts.analyse("create or replace table " + (name.matches("[\\w.]+") ? name : "dbt_result")
                + " as\n" + code, dialect, Set.of());
        boolean tainted = query.afterSuccess() == Safety.CONDITIONAL
                || query.findings().stream().anyMatch(finding -> finding.rule() == Rule.SELF_READ_GROWS);
        return tainted ? Analyses.sequence(List.of(query, stored)) : stored;
    }

    private Analysis incremental(JsonNode node, JsonNode config, String target) {
        boolean key = has(config.path("unique_key"));
        String strategy = config.path("incremental_strategy").asString("");
        String effective = strategy.isEmpty() ? defaultStrategy(key) : strategy;
        return switch (effective) {
            case "append" -> append(node, target);
            case "merge" -> key
                    ? keyed(target, "merges by unique_key")
                    : Analyses.single(Rule.MERGE_INSERT_ONLY, Place.START, target,
                            "merge without unique_key compiles to ON (FALSE): it appends", Safety.SAFE, Safety.UNSAFE,
                            Optional.of(false));
            case "delete+insert", "delete_insert" -> key
                    ? keyed(target, "deletes and inserts by unique_key")
                    : Analyses.single(Rule.APPEND, Place.START, target,
                            "delete+insert without unique_key renders no DELETE: it appends", Safety.UNSAFE,
                            Safety.UNSAFE, Optional.of(false));
            case "insert_overwrite" -> config.path("partitions").isArray() && !config.path("partitions").isEmpty()
                    ? Analyses.single(Rule.OVERWRITE, Place.START, target, "overwrites the named partitions",
                            Safety.SAFE, Safety.SAFE, Optional.of(true))
                    : has(config.path("partition_by")) || has(config.path("partitioned_by"))
                            ? Analyses.single(Rule.DYNAMIC_OVERWRITE, Place.START, target,
                                    "overwrites only the partitions that occur in the result", Safety.CONDITIONAL,
                                    Safety.CONDITIONAL, Optional.of(false),
                                    Condition.SAME_SET)
                            : Analyses.single(Rule.OVERWRITE, Place.START, target,
                                    "without partition_by the whole table is overwritten", Safety.SAFE, Safety.SAFE,
                                    Optional.of(true));
            case "microbatch" -> Analyses.single(Rule.OVERWRITE, Place.START, target,
                    "replaces the batch of its event time window", Safety.SAFE, Safety.SAFE, Optional.of(true));
            default ->
                Analyses.unknown(Rule.OPAQUE, Place.START, "incremental_strategy " + effective + " is not known");
        };
    }

    private String defaultStrategy(boolean key) {
        return switch (adapter) {
            case "postgres", "redshift", "duckdb", "sqlserver", "fabric", "hologres" -> key
                    ? "delete+insert"
                    : "append";
            case "bigquery", "snowflake", "maxcompute", "databricks", "oracle" -> "merge";
            case "athena" -> "insert_overwrite";
            case "spark", "trino", "glue", "hive", "impala", "teradata" -> "append";
            // The macros of other adapters are not known; without a key none of them has anything to delete by.
            case "" -> "default of an unknown adapter";
            default -> key ? "default of " + adapter : "append";
        };
    }

    private static boolean has(JsonNode value) {
        return value.isString()
                ? !value.asString("").isBlank()
                : value.isArray() && !value.isEmpty() || value.isObject() && !value.isEmpty();
    }

    private static Analysis keyed(String target, String message) {
        return Analyses.single(Rule.UPSERT, Place.START, target, message, Safety.CONDITIONAL, Safety.CONDITIONAL,
                Optional.of(false), Condition.KEY);
    }

    /** An append is guarded when the compiled model starts above the highest value of its own table. */
    private Analysis append(JsonNode node, String target) {
        String code = node.path("compiled_code").asString(node.path("compiled_sql").asString(""));
        Optional<Query> query = query(code);
        if (query.isPresent() && !target.isEmpty()) {
            Statement insert = new Statement.Insert(target.toLowerCase(Locale.ROOT), Statement.WriteMode.INTO,
                    List.of(), List.of(), false, query.get(), Optional.empty(),
                    Optional.<Expr>empty(), Optional.empty());
            Analysis analysis = dev.reprise.idempotency.analyse.ScriptAnalysis
                    .analyse(new dev.reprise.idempotency.parse.Script(dialect, List.of(new Placed(insert, 1, 1)),
                            java.util.Map.of(),
                            Set.of(), Set.of()));
            if (analysis.afterSuccess() != Safety.UNSAFE) {
                return analysis;
            }
        }
        return Analyses.single(Rule.APPEND, Place.START, target, "appends: a second run adds the rows again",
                Safety.SAFE, Safety.UNSAFE, Optional.of(false));
    }

    private Optional<Query> query(String code) {
        if (code.isBlank()) {
            return Optional.empty();
        }
        List<Placed> read = ScriptReader.read(code, dialect).statements();
        return read.size() == 1 && read.getFirst().statement() instanceof Statement.ReadOnly(var query)
                ? query
                : Optional.empty();
    }

    private void hooks(JsonNode hooks, List<Analysis> parts) {
        for (JsonNode hook : hooks.isArray() ? hooks : JsonJobs.MAPPER.createArrayNode().add(hooks)) {
            String sql = hook.isString() ? hook.asString("") : hook.path("sql").asString("");
            if (!sql.isBlank()) {
                parts.add(SqlScripts.analyse(sql, dialect, Set.of()));
            }
        }
    }
}
