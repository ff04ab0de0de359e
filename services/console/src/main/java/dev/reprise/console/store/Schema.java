// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.reprise.console.store.ReadModelStore.Origin;

/** The tables: how they are made, whose they are, and when they are too old to be used. */
final class Schema {

    /** Every table but the one row about the whole. */
    static final List<String> TABLES = List.of("positions", "jobs", "job_labels", "lineage", "storms", "controls",
            "silences", "subscriptions", "acknowledgements", "instances", "job_counts", "partition_counts", "decisions",
            "failures", "dispatches", "alerts",
            "notifications", "deliveries", "delivery_alerts", "audit", "dead_letters");

    private Schema() {}

    /**
     * What the row about the whole says.
     *
     * @param version the version of the schema
     * @param origin whose topics are pictured
     * @param committedAt the time of the last transaction
     */
    record Standing(int version, Origin origin, Instant committedAt) {

        /** Why the rows cannot be used by this program at this time. */
        Optional<String> whyStale(Origin wanted, Instant now, Duration longestAbsence) {
            if (version != ReadModelStore.SCHEMA_VERSION) {
                return Optional.of("schema version " + version + ", expected " + ReadModelStore.SCHEMA_VERSION);
            }
            if (!origin.equals(wanted)) {
                return Optional.of("it pictures another cluster or prefix");
            }
            return committedAt.plus(longestAbsence).isBefore(now)
                    ? Optional.of("not updated since " + committedAt)
                    : Optional.empty();
        }
    }

    static Optional<Standing> standing(Sql sql) {
        return sql.first("SELECT schema_version, cluster_id, topic_prefix, committed_at FROM read_model",
                row -> new Standing(row.getInt(1), new Origin(row.getString(2), row.getString(3)),
                        Instant.ofEpochMilli(row.getLong(4))));
    }

    /** Makes the tables, and the row about the whole; does not commit. */
    static void create(Sql sql, Origin origin, Instant now, UnaryOperator<String> dialect) {
        for (String command : text().split(";")) {
            if (!command.isBlank()) {
                sql.execute(dialect.apply(command.strip()));
            }
        }
        sql.update(
                "INSERT INTO read_model (schema_version, cluster_id, topic_prefix, committed_at) VALUES (?, ?, ?, ?)",
                ReadModelStore.SCHEMA_VERSION, origin.clusterId(), origin.topicPrefix(), now);
    }

    private static String text() {
        try (InputStream stream = Schema.class.getResourceAsStream("schema.sql")) {
            if (stream == null) {
                throw new IllegalStateException("schema.sql is missing from the class path");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("--")).reduce("", (all, line) -> all + line + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
