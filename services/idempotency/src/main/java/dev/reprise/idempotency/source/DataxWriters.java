// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.source.DataxSql.Mode;

/** What each DataX writer does with what is there, by its parameters. The defaults are those of the writers' code. */
final class DataxWriters {
    private final String writer;
    private final JsonNode parameter;
    private final String reader;
    private final JsonNode readerParameter;
    private final Place place;

    DataxWriters(String writer, JsonNode parameter, String reader, JsonNode readerParameter, Place place) {
        this.writer = writer;
        this.parameter = parameter;
        this.reader = reader;
        this.readerParameter = readerParameter;
        this.place = place;
    }

    Analysis analyse() {
        return switch (writer) {
            case "odpswriter" -> odps();
            case "mysqlwriter", "sybasewriter" -> sql(Dialect.MYSQL, mode("writemode", "insert"));
            case "adbmysqlwriter" -> sql(Dialect.MYSQL, mode("writemode", "replace"));
            case "drdswriter" -> sql(Dialect.MYSQL, mode("writemode", "replace"));
            case "oraclewriter" -> plainSql(Dialect.ORACLE);
            case "postgresqlwriter" -> postgres();
            case "gaussdbwriter", "kingbaseeswriter" -> plainSql(Dialect.POSTGRES);
            case "sqlserverwriter" -> plainSql(Dialect.TSQL);
            case "rdbmswriter", "oscarwriter" -> plainSql(Dialect.ANSI);
            case "oceanbasev10writer" -> sql(Dialect.MYSQL,
                    text("compatibleMode").equalsIgnoreCase("oracle") ? Mode.INSERT : mode("obwritemode", "update"));
            case "adbpgwriter" -> sql(Dialect.POSTGRES,
                    flag("ignoreInsert") || flag("insertIgnore")
                            ? Mode.IGNORE
                            : text("conflictMode").equals("upsert") ? Mode.UPDATE : Mode.INSERT);
            case "hologresjdbcwriter" -> sql(Dialect.POSTGRES, mode("writemode", "replace"));
            case "clickhousewriter" -> sql(Dialect.CLICKHOUSE, Mode.INSERT);
            case "databendwriter" -> databend();
            case "doriswriter", "starrockswriter", "selectdbwriter" -> sql(Dialect.DORIS, Mode.BY_MODEL);
            case "adswriter" -> text("writeMode").equals("load")
                    ? flag("overWrite") ? overwrites() : appends("loads without overWrite")
                    : keyed("writes by the table's primary key", Condition.KEY);
            case "hdfswriter", "txtfilewriter", "ftpwriter", "osswriter", "s3writer", "cosnwriter" -> files();
            case "mongodbwriter" -> mongo();
            case "elasticsearchwriter" -> elastic();
            case "otswriter" -> upserts("PutRow and UpdateRow write by primary key");
            case "hbase094xwriter", "hbase11xwriter", "hbase20xwriter", "obhbasewriter" -> hbase();
            case "hbase11xsqlwriter", "hbase20xsqlwriter", "cassandrawriter" -> upserts("writes by primary key");
            case "kuduwriter" -> kudu();
            case "ocswriter" -> switch (text("writeMode")) {
                case "set", "add", "replace" -> upserts("writes by key");
                case "append", "prepend" -> not(Rule.RELATIVE_UPDATE, "extends the value that is there");
                default -> unknown("parameter.writeMode is missing, expected set, add, replace, append or prepend");
            };
            case "gdbwriter" -> switch (text("writeMode").toUpperCase(Locale.ROOT)) {
                case "MERGE", "SKIP" -> upserts("writes by id");
                default -> not(Rule.KEY_BLOCKS, "INSERT fails on ids that are there already");
            };
            case "neo4jwriter" -> neo4j();
            case "milvuswriter" -> milvus();
            case "tdenginewriter", "tsdbwriter" -> keyed("writes by series and timestamp of the source", Condition.KEY);
            case "datahubwriter", "loghubwriter", "kafkawriter" -> appends("writes to a log, which only grows");
            case "streamwriter" -> Analyses.single(Rule.READ_ONLY, place, "", "prints or drops the rows", Safety.SAFE,
                    Safety.SAFE, Optional.empty());
            default -> unknown("writer " + writer + " is not known");
        };
    }

    // ---- parameters

    private JsonNode field(String name) {
        for (var property : parameter.properties()) {
            if (property.getKey().equalsIgnoreCase(name)) {
                return property.getValue();
            }
        }
        return parameter.path("\0none");
    }

    private String text(String name) {
        return field(name).asString("");
    }

    private boolean flag(String name) {
        return field(name).asString("").equalsIgnoreCase("true");
    }

    private Mode mode(String name, String otherwise) {
        String value = text(name).isBlank() ? otherwise : text(name).strip();
        return switch (value.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ")) {
            case "insert", "insert into", "copy" -> Mode.INSERT;
            case "replace", "replace into" -> Mode.REPLACE;
            case "update", "on duplicate key update", "upsert" -> Mode.UPDATE;
            case "ignore", "insert ignore" -> Mode.IGNORE;
            default -> Mode.NOT_KNOWN;
        };
    }

    private String target() {
        String table = text("table");
        String path = text("path");
        return !table.isEmpty()
                ? table
                : !path.isEmpty()
                        ? path + "/" + text("fileName")
                        : text("object") + text("collectionName") + text("index") + text("fileName");
    }

    // ---- answers

    private Analysis overwrites() {
        return Analyses.single(Rule.OVERWRITE, place, target(), "clears the region, then writes", Safety.SAFE,
                Safety.SAFE, Optional.of(true));
    }

    private Analysis upserts(String message) {
        return Analyses.single(Rule.UPSERT, place, target(), message, Safety.SAFE, Safety.SAFE, Optional.of(false));
    }

    private Analysis keyed(String message, Condition condition) {
        return Analyses.single(Rule.UPSERT, place, target(), message, Safety.CONDITIONAL, Safety.CONDITIONAL,
                Optional.of(false), condition);
    }

    private Analysis appends(String message) {
        return not(Rule.APPEND, message + ": a second run adds the rows again");
    }

    private Analysis not(Rule rule, String message) {
        return Analyses.single(rule, place, target(), message, Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
    }

    private Analysis unknown(String reason) {
        return Analyses.unknown(Rule.NOT_UNDERSTOOD, place, reason);
    }

    private Analysis sql(Dialect dialect, Mode mode) {
        return mode == Mode.NOT_KNOWN
                ? unknown("parameter.writeMode is not one that " + writer + " has")
                : new DataxSql(dialect, mode, parameter, reader, readerParameter, place).analyse();
    }

    /** These writers reject a write mode: the job fails before it writes. */
    private Analysis plainSql(Dialect dialect) {
        return text("writeMode").isEmpty() || Set.of("insert").contains(text("writeMode").toLowerCase(Locale.ROOT))
                ? sql(dialect, Mode.INSERT)
                : unknown("parameter.writeMode: " + writer + " has none and refuses the job");
    }

    private Analysis postgres() {
        boolean upsert = text("conflictMode").equalsIgnoreCase("upsert")
                || text("writeMode").equalsIgnoreCase("upsert");
        return sql(Dialect.POSTGRES, upsert ? Mode.UPDATE : Mode.INSERT);
    }

    private Analysis odps() {
        JsonNode truncate = field("truncate");
        if (truncate.isMissingNode() || truncate.isNull()) {
            return unknown("parameter.truncate is missing: odpswriter requires it");
        }
        if (!flag("truncate")) {
            return appends("truncate is off: rows are added to what is there");
        }
        if (flag("supportDynamicPartition")) {
            return Analyses.single(Rule.DYNAMIC_OVERWRITE, place, target(),
                    "clears only the partitions that occur in the source", Safety.CONDITIONAL, Safety.CONDITIONAL,
                    Optional.of(false),
                    Condition.SAME_SET);
        }
        return overwrites();
    }

    private Analysis databend() {
        if (mode("writemode", "insert") != Mode.REPLACE) {
            return sql(Dialect.ANSI, Mode.INSERT);
        }
        return field("onConflictColumn").isMissingNode()
                ? unknown("parameter.onConflictColumn is missing: writeMode replace needs it")
                : upserts("replaces by onConflictColumn");
    }

    private Analysis files() {
        return switch (text("writeMode").toLowerCase(Locale.ROOT)) {
            case "truncate" -> overwrites();
            case "append" -> appends("adds files");
            case "nonconflict" -> not(Rule.EXTERNAL_PATH, "fails when files of that name are there");
            default -> unknown("parameter.writeMode is missing, expected truncate, append or nonConflict");
        };
    }

    private Analysis mongo() {
        String first = field("preSql").path("type").asString("");
        if (first.equals("drop")) {
            return overwrites();
        }
        if (first.equals("remove")) {
            return unknown("whether preSql removes all that is written again cannot be proved");
        }
        JsonNode mode = field("writeMode").isMissingNode() ? field("upsertInfo") : field("writeMode");
        boolean replaces = mode.path("isReplace").asString(mode.path("isUpsert").asString("false"))
                .equalsIgnoreCase("true");
        String key = mode.path("replaceKey").asString(mode.path("upsertKey").asString(""));
        return replaces && !key.isEmpty()
                ? upserts("replaces documents by " + key)
                : appends("inserts documents with new ids");
    }

    private Analysis elastic() {
        if (flag("truncate") || flag("cleanup")) {
            return overwrites();
        }
        boolean id = !field("primaryKeyInfo").isMissingNode();
        for (JsonNode column : field("column")) {
            id |= Set.of("id", "pk").contains(column.path("type").asString("").toLowerCase(Locale.ROOT));
        }
        if (!id) {
            return appends("indexes documents under generated ids");
        }
        return text("actionType").equalsIgnoreCase("create")
                ? not(Rule.KEY_BLOCKS, "create conflicts with documents that are there")
                : upserts("indexes documents by id");
    }

    private Analysis hbase() {
        if (flag("truncate")) {
            return overwrites();
        }
        return field("versionColumn").isMissingNode()
                ? keyed("writes by row key, each run as a new version", Condition.CLOCK_VALUE)
                : upserts("writes by row key and version");
    }

    private Analysis kudu() {
        if (flag("truncate")) {
            return overwrites();
        }
        return text("writeMode").equalsIgnoreCase("insert")
                ? not(Rule.KEY_BLOCKS, "insert fails on keys that are there")
                : upserts("writes by primary key");
    }

    private Analysis neo4j() {
        String cypher = text("cypher").toLowerCase(Locale.ROOT);
        if (cypher.matches("(?s).*\\bcreate\\b.*")) {
            return appends("CREATE adds nodes");
        }
        boolean relative = cypher.matches("(?s).*set\\s+[\\w.]+\\s*=\\s*[^,]*[+-].*");
        boolean merged = cypher.matches(
                "(?s)\\s*unwind\\s+\\$\\w+\\s+as\\s+\\w+\\s+merge\\s*\\([^()]*\\{[^{}]*}\\s*\\)(\\s+set\\s+[\\w.]+\\s*=\\s*[\\w.]+(\\s*,\\s*[\\w.]+\\s*=\\s*[\\w.]+)*)?\\s*;?\\s*");
        return merged && !relative
                ? upserts("MERGE on a key with absolute values")
                : unknown("the Cypher statement is not read");
    }

    private Analysis milvus() {
        if (text("schemaCreateMode").equalsIgnoreCase("recreate")) {
            return overwrites();
        }
        boolean generated = flag("autoId");
        for (JsonNode column : field("column")) {
            generated |= column.path("autoId").asString("").equalsIgnoreCase("true");
        }
        boolean upsert = text("writeMode").isEmpty() || text("writeMode").equalsIgnoreCase("upsert");
        return upsert && !generated
                ? upserts("writes by primary key")
                : appends(generated ? "primary keys are generated" : "inserts without looking at keys");
    }

    static List<String> strings(JsonNode node) {
        return node.isArray()
                ? node.valueStream().map(value -> value.asString("")).toList()
                : node.isString() ? List.of(node.asString("")) : List.of();
    }
}
