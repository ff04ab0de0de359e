// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

import dev.reprise.idempotency.analyse.ScriptAnalysis;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.parse.ScriptReader;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Conflict;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.WriteMode;
import dev.reprise.idempotency.sql.TableSchema;

/**
 * A writer into a relational table, as the script it amounts to: preSql, an INSERT of what the reader selects, postSql. The
 * ordinary analysis then says whether preSql clears what is written.
 */
final class DataxSql {
    /** How the writer treats keys that are there. */
    enum Mode {
        INSERT, REPLACE, UPDATE, IGNORE,
        /** as the model of the table says, which the job does not show */
        BY_MODEL, NOT_KNOWN
    }

    private final Dialect dialect;
    private final Mode mode;
    private final JsonNode parameter;
    private final String reader;
    private final JsonNode readerParameter;
    private final Place place;

    DataxSql(Dialect dialect, Mode mode, JsonNode parameter, String reader, JsonNode readerParameter, Place place) {
        this.dialect = dialect;
        this.mode = mode;
        this.parameter = parameter;
        this.reader = reader;
        this.readerParameter = readerParameter;
        this.place = place;
    }

    Analysis analyse() {
        List<String> tables = tables();
        if (tables.isEmpty()) {
            return Analyses.unknown(Rule.NOT_UNDERSTOOD, place,
                    "parameter.connection[].table is missing: name the table that is written");
        }
        List<Analysis> parts = new ArrayList<>();
        for (String table : tables) {
            parts.add(analyse(table.toLowerCase(Locale.ROOT)));
        }
        return Analyses.sequence(parts);
    }

    private List<String> tables() {
        List<String> tables = new ArrayList<>(DataxWriters.strings(parameter.path("table")));
        for (JsonNode connection : parameter.path("connection")) {
            tables.addAll(DataxWriters.strings(connection.path("table")));
            tables.addAll(DataxWriters.strings(connection.path("selectedDatabase")).stream().filter(String::isEmpty)
                    .toList());
        }
        return tables.stream().filter(table -> !table.isBlank()).toList();
    }

    private Analysis analyse(String table) {
        String target = table.replace("`", "").replace("\"", "");
        List<Placed> statements = new ArrayList<>();
        Map<String, TableSchema> schemas = new HashMap<>();
        Set<String> appendOk = new java.util.HashSet<>();
        for (String sql : scripts("preSql")) {
            add(sql, target, statements, schemas, appendOk);
        }
        boolean cleared = ScriptAnalysis.clears(statements.stream().map(Placed::statement).toList(), target);
        if (mode == Mode.BY_MODEL && !cleared && schemas.isEmpty()) {
            return Analyses.single(Rule.KEYED_TABLE, place, target,
                    "whether rows of the same key replace each other is decided by the model of the table",
                    Safety.CONDITIONAL, Safety.CONDITIONAL,
                    Optional.of(false), Condition.ENGINE);
        }
        statements.add(new Placed(insert(target), place.line(), place.column()));
        for (String sql : scripts("postSql")) {
            add(sql, target, statements, schemas, appendOk);
        }
        return Analyses.inBatches(ScriptAnalysis.analyse(new Script(dialect, statements, schemas, appendOk, Set.of())));
    }

    private List<String> scripts(String field) {
        return DataxWriters.strings(parameter.path(field)).stream().filter(sql -> !sql.isBlank()).toList();
    }

    private void add(String sql, String target, List<Placed> statements, Map<String, TableSchema> schemas,
            Set<String> appendOk) {
        Script script = ScriptReader.read(sql.replace("@table", target), dialect);
        script.statements()
                .forEach(placed -> statements.add(new Placed(placed.statement(), place.line(), place.column())));
        schemas.putAll(script.schemas());
        appendOk.addAll(script.appendOk());
    }

    // ---- the insert

    private Statement insert(String target) {
        List<String> columns = DataxWriters.strings(parameter.path("column")).stream()
                .map(c -> c.replace("`", "").replace("\"", "").toLowerCase(Locale.ROOT)).toList();
        List<String> named = columns.contains("*") ? List.of() : columns;
        WriteMode written = switch (mode) {
            case REPLACE -> dialect == Dialect.POSTGRES ? WriteMode.INTO : WriteMode.REPLACE;
            case IGNORE -> WriteMode.IGNORE;
            case INSERT, UPDATE, BY_MODEL, NOT_KNOWN -> WriteMode.INTO;
        };
        boolean updates = mode == Mode.UPDATE || mode == Mode.REPLACE && dialect == Dialect.POSTGRES;
        Optional<Conflict> conflict = updates
                ? Optional.of(new Conflict.DoUpdate(List.of(),
                        named.stream().map(c -> new Assignment(c, new Expr.Column(Optional.of("excluded"), c)))
                                .toList(),
                        Optional.empty()))
                : Optional.empty();
        return new Insert(target, written, named, List.of(), false, source(), conflict, Optional.empty(),
                Optional.empty());
    }

    /** What the reader selects. Its tables stand in another database than the target, so they get names of their own. */
    private Query source() {
        List<String> queries = new ArrayList<>();
        readerParameter.path("connection")
                .forEach(connection -> queries.addAll(DataxWriters.strings(connection.path("querySql"))));
        queries.addAll(DataxWriters.strings(readerParameter.path("querySql")));
        String sql = queries.isEmpty() ? selection() : queries.getFirst();
        List<Placed> read = ScriptReader.read(sql, readerDialect()).statements();
        return read.size() == 1 && read.getFirst().statement() instanceof Statement.ReadOnly(var query)
                && query.isPresent() ? apart(query.get()) : anything();
    }

    private static Query anything() {
        return Query
                .of(new Query.Select(false, List.of(new Query.Item(new Expr.Star(Optional.empty()), Optional.empty())),
                        List.of(new Query.Table("reader:", Optional.empty(), false)), Optional.empty(), List.of(),
                        Optional.empty()));
    }

    private String selection() {
        List<String> columns = DataxWriters.strings(readerParameter.path("column"));
        List<String> conditions = new ArrayList<>();
        String where = readerParameter.path("where").asString("");
        if (!where.isBlank()) {
            conditions.add("(" + where + ")");
        }
        for (String partition : DataxWriters.strings(readerParameter.path("partition"))) {
            conditions.add(java.util.Arrays.stream(partition.replace("'", "").split("[,/]"))
                    .map(part -> part.split("=", 2)).filter(pair -> pair.length == 2)
                    .map(pair -> pair[0].strip() + "='" + pair[1].strip() + "'").collect(Collectors.joining(" and ")));
        }
        boolean names = !columns.isEmpty() && columns.stream().noneMatch(String::isEmpty);
        return "select " + (names ? String.join(", ", columns) : "*") + " from reader_table"
                + (conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions));
    }

    private Dialect readerDialect() {
        String name = reader.replace("reader", "");
        return switch (name) {
            case "odps" -> Dialect.ODPS;
            case "oracle" -> Dialect.ORACLE;
            case "sqlserver" -> Dialect.TSQL;
            case "postgresql", "gaussdb", "kingbasees" -> Dialect.POSTGRES;
            case "hive", "hdfs" -> Dialect.HIVE;
            case "clickhouse" -> Dialect.CLICKHOUSE;
            default -> Dialect.MYSQL;
        };
    }

    private static Query apart(Query query) {
        return new Query(
                query.ctes().stream()
                        .map(cte -> new Query.Cte(cte.name(), cte.query().map(DataxSql::apart), cte.action())).toList(),
                apart(query.body()), query.orderBy(),
                query.limit());
    }

    private static Query.Body apart(Query.Body body) {
        return switch (body) {
            case Query.Select s -> new Query.Select(s.distinct(), s.items(),
                    s.from().stream().map(DataxSql::apart).toList(), s.where(), s.groupBy(), s.having());
            case Query.SetOperation o -> new Query.SetOperation(o.kind(), apart(o.left()), apart(o.right()));
            case Query.Values v -> v;
        };
    }

    private static Query.Source apart(Query.Source source) {
        return switch (source) {
            case Query.Table t -> new Query.Table("reader:" + t.name(), Optional.of(t.scope()), t.sampled());
            case Query.Derived d -> new Query.Derived(apart(d.query()), d.alias());
            case Query.Generated g -> g;
            case Query.Join j -> new Query.Join(apart(j.left()), apart(j.right()), j.kind(), j.on());
        };
    }
}
