// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** What the formats of Spark's writer make of a save mode: files and plain tables follow it, stores with keys do not. */
final class SinkFormats {
    private static final Set<String> PLAIN = Set.of("", "parquet", "orc", "csv", "json", "text", "avro", "xml",
            "delta", "iceberg", "hive", "jdbc", "bigquery", "snowflake", "redshift", "net.snowflake.spark.snowflake",
            "com.databricks.spark.csv", "com.databricks.spark.avro", "com.databricks.spark.redshift",
            "com.databricks.spark.xml", "com.crealytics.spark.excel", "com.google.cloud.spark.bigquery",
            "io.github.spark_redshift_community.spark.redshift", "com.microsoft.sqlserver.jdbc.spark", "binaryfile",
            "org.apache.spark.sql.parquet", "org.apache.spark.sql.json", "org.apache.spark.sql.jdbc", "sqldw",
            "com.databricks.spark.sqldw", "paimon");
    private static final Set<String> KEYED = Set.of("org.apache.spark.sql.cassandra", "cassandra", "phoenix",
            "org.apache.phoenix.spark", "kudu", "org.apache.kudu.spark.kudu");
    private static final Set<String> HUDI = Set.of("hudi", "org.apache.hudi");
    private static final Set<String> ELASTIC = Set.of("es", "org.elasticsearch.spark.sql", "opensearch");

    private SinkFormats() {}

    /**
     * @param format as given to {@code format}, empty where none is given
     * @param mode of the save
     * @param options given as text, by name
     * @param hidden whether there are options that are not visible
     * @param target what is written
     * @param place where it stands
     * @return the answer of a format that does not follow the save mode, or empty for one that does
     */
    static Optional<Analysis> analyse(String format, String mode, Map<String, String> options, boolean hidden,
            String target, Place place) {
        String name = format.toLowerCase(Locale.ROOT);
        if (PLAIN.contains(name)) {
            return Optional.empty();
        }
        if (name.equals("noop") || name.equals("console")) {
            return Optional.of(Analyses.single(Rule.READ_ONLY, place, target, "keeps nothing", Safety.SAFE, Safety.SAFE,
                    Optional.empty()));
        }
        if (name.equals("kafka")) {
            return Optional.of(appends(place, target, "writes to a log, which only grows"));
        }
        if (KEYED.contains(name) && mode.equals("append")) {
            return Optional.of(Analyses.single(Rule.UPSERT, place, target, "writes by primary key", Safety.SAFE,
                    Safety.SAFE, Optional.of(false)));
        }
        if (ELASTIC.contains(name) && mode.equals("append")) {
            if (options.containsKey("es.mapping.id") || options.containsKey("opensearch.mapping.id")) {
                return Optional.of(Analyses.single(Rule.UPSERT, place, target, "indexes documents by id", Safety.SAFE,
                        Safety.SAFE, Optional.of(false)));
            }
            return Optional.of(hidden
                    ? Analyses.unknown(Rule.OPAQUE, place,
                            "whether documents have ids of their own is not visible here")
                    : appends(place, target, "indexes documents under generated ids"));
        }
        if (HUDI.contains(name)) {
            return hudi(mode, options, hidden, target, place);
        }
        return Optional.of(Analyses.unknown(Rule.OPAQUE, place,
                "what format '" + format + "' does with rows that are there is not known"));
    }

    private static Analysis appends(Place place, String target, String message) {
        return Analyses.single(Rule.APPEND, place, target, message + ": a second run adds the rows again",
                Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
    }

    /** Hudi: mode append runs the operation that the options name, an upsert where they name none. */
    private static Optional<Analysis> hudi(String mode, Map<String, String> options, boolean hidden, String target,
            Place place) {
        if (!mode.equals("append")) {
            return Optional.empty();
        }
        Optional<String> operation = Optional.ofNullable(options.get("hoodie.datasource.write.operation"));
        if (operation.isEmpty() && hidden) {
            return Optional.of(
                    Analyses.unknown(Rule.OPAQUE, place, "the write operation is not visible here"));
        }
        return Optional.of(switch (operation.orElse("upsert")) {
            case "upsert" -> Analyses.single(Rule.UPSERT, place, target, "writes by record key", Safety.CONDITIONAL,
                    Safety.CONDITIONAL, Optional.of(false), Condition.KEY);
            case "insert", "bulk_insert" -> appends(place, target, "inserts without looking for the record key");
            case "insert_overwrite" -> Analyses.single(Rule.DYNAMIC_OVERWRITE, place, target,
                    "overwrites only the partitions that occur in the result", Safety.CONDITIONAL, Safety.CONDITIONAL,
                    Optional.of(false), Condition.SAME_SET);
            case "insert_overwrite_table" -> Analyses.single(Rule.OVERWRITE, place, target, "overwrites the table",
                    Safety.SAFE, Safety.SAFE, Optional.of(true));
            default -> Analyses.unknown(Rule.OPAQUE, place,
                    "write operation " + operation.orElse("") + " is not known");
        });
    }
}
