// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark on one thread, with its catalog in memory and its tables in a directory of its own. Delta tables are known, so
 * DELETE, UPDATE, MERGE and an overwrite that reads its own target can be executed too.
 * <p>
 * In a statement stand {@code {{LOC}}} for a directory that lives as long as the database, and {@code {{NOW}}} and
 * {@code {{TODAY}}} for a clock that stands still.
 */
final class SparkEngine implements AutoCloseable {
    private static final Map<String, String> CLOCK = Map.of("{{NOW}}", "'2026-01-02 03:04:05'", "{{TODAY}}", "'d1'");

    private final SparkSession spark;
    private final Path directory;
    private int databases;

    private SparkEngine(SparkSession spark, Path directory) {
        this.spark = spark;
        this.directory = directory;
    }

    /** @return a Spark that runs until it is closed; one at a time in a JVM */
    static SparkEngine start() throws IOException {
        Path directory = Files.createTempDirectory("spark-oracle");
        return new SparkEngine(SparkSession.builder().master("local[1]").appName("oracle")
                .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.ui.enabled", "false").config("spark.sql.catalogImplementation", "in-memory")
                .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toUri().toString())
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                // A few rows: more tasks and compiled code would cost more than they bring.
                .config("spark.sql.shuffle.partitions", "1").config("spark.databricks.delta.snapshotPartitions", "1")
                .config("spark.sql.codegen.wholeStage", "false").config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .getOrCreate(), directory);
    }

    /**
     * @param dynamic whether an overwrite without a partition value replaces only the partitions it meets, as on Hive and
     *     MaxCompute; else it replaces the table, as is Spark's default
     * @return this Spark, so set in each session
     */
    Engine overwriting(boolean dynamic) {
        return () -> fresh(dynamic ? "dynamic" : "static");
    }

    private Engine.Database fresh(String overwriteMode) throws SQLException {
        String name = "oracle" + ++databases;
        run(spark, "create database " + name);
        return new Engine.Database() {
            @Override
            public Engine.Session connect() throws SQLException {
                // Its own settings and temporary views, the same tables.
                SparkSession session = spark.newSession();
                run(session, "use " + name);
                session.conf().set("spark.sql.sources.partitionOverwriteMode", overwriteMode);
                return new SparkConnection(session, directory.resolve(name + "-files").toUri().toString());
            }

            @Override
            public void close() throws SQLException {
                run(spark, "drop database " + name + " cascade");
            }
        };
    }

    @Override
    public void close() throws IOException {
        spark.stop();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(SparkEngine::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Row> run(SparkSession session, String sql) throws SQLException {
        try {
            return session.sql(sql).collectAsList();
        } catch (Exception e) { // Scala does not declare what it throws, checked or not
            throw new SQLException(sql, e);
        }
    }

    private record SparkConnection(SparkSession session, String location) implements Engine.Session {
        @Override
        public void execute(String sql) throws SQLException {
            String bound = sql.replace("{{LOC}}", location);
            for (Map.Entry<String, String> value : CLOCK.entrySet()) {
                bound = bound.replace(value.getKey(), value.getValue());
            }
            run(session, bound);
        }

        @Override
        public List<String> tables() throws SQLException {
            return run(session, "show tables").stream().filter(table -> !table.getBoolean(2))
                    .map(table -> table.getString(1)).toList();
        }

        @Override
        public List<String> contents(String table) throws SQLException {
            List<String> contents = new ArrayList<>();
            run(session, "select * from " + table).forEach(row -> contents.add(row.toString()));
            try {
                run(session, "show partitions " + table)
                        .forEach(row -> contents.add("partition " + row.getString(0)));
            } catch (SQLException e) {
                if (!(e.getCause() instanceof AnalysisException)) {
                    throw e;
                }
                // The table has no partitions, or its format (Delta) keeps no list beside the rows.
            }
            return contents;
        }

        @Override
        public void close() {
            // A session holds nothing that must be given back.
        }
    }
}
