// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.schemas.wire.WireCodec;

/**
 * The file of the read model: one connection that writes, a few that read, each reader with a picture of one moment.
 *
 * <p>The topics are the truth. A file of another schema version, another cluster or prefix, a damaged one, or one that was
 * left alone for so long that a deletion may have passed unseen, is thrown away and filled again from the topics.
 */
public final class ReadModelStore implements AutoCloseable {

    /** The version of {@code schema.sql}. */
    public static final int SCHEMA_VERSION = 6;
    /** A day less than the markers of deleted keys live in compacted topics. */
    static final Duration LONGEST_ABSENCE = Duration.ofDays(6);

    private static final Logger LOGGER = LoggerFactory.getLogger(ReadModelStore.class);
    private static final String FILE = "read-model.db";
    private static final int READERS = 4;

    private final ReadModelWriter writer;
    private final BlockingQueue<Sql> readers;
    private final Documents documents;
    private final CommitSignal commits;

    private ReadModelStore(ReadModelWriter writer, List<Sql> readers, Documents documents, CommitSignal commits) {
        this.writer = writer;
        this.readers = new ArrayBlockingQueue<>(READERS, true, readers);
        this.documents = documents;
        this.commits = commits;
    }

    /**
     * Whose topics the file pictures.
     *
     * @param clusterId the Kafka cluster
     * @param topicPrefix the prefix of the topics
     */
    public record Origin(String clusterId, String topicPrefix) {}

    /**
     * Opens the file in a directory, or begins a new one.
     *
     * @param directory made when absent; this process must be its only user
     * @param now the time, for the age of the file
     * @throws StoreException if the directory cannot be written
     */
    public static ReadModelStore open(Path directory, Origin origin, Instant now, WireCodec codec) {
        Path file = directory.resolve(FILE);
        try {
            Files.createDirectories(directory);
            if (Files.exists(file)) {
                Optional<String> stale = whyStale(file, origin, now);
                if (stale.isPresent()) {
                    LOGGER.atInfo().addKeyValue("file", file).addKeyValue("why", stale.get())
                            .log("read model is rebuilt");
                    delete(file);
                }
            }
            boolean fresh = !Files.exists(file);
            Connection write = connect(file);
            if (fresh) {
                createSchema(write, origin, now);
            }
            write.setAutoCommit(false);
            List<Sql> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(new Sql(readOnly(file)));
            }
            Documents documents = new Documents(codec);
            CommitSignal commits = new CommitSignal();
            return new ReadModelStore(new ReadModelWriter(new Sql(write), documents, commits), readers, documents,
                    commits);
        } catch (IOException | SQLException e) {
            throw new StoreException("the read model " + file.toAbsolutePath() + " cannot be opened", e);
        }
    }

    /** Where the one writing thread writes. */
    public ReadModelWriter writer() {
        return writer;
    }

    /** Tells when the writer has committed. */
    public CommitSignal commits() {
        return commits;
    }

    /** Asks questions that all see the same moment. Waits for a free connection. */
    public <T> T read(Function<Questions, T> asking) {
        Sql sql = borrow();
        try {
            return asking.apply(new Questions(sql, documents));
        } finally {
            sql.rollback();
            readers.add(sql);
        }
    }

    /** Closes every connection; a reader that is at work ends with a {@link StoreException}. */
    @Override
    public void close() {
        writer.close();
        List<Sql> idle = new ArrayList<>();
        readers.drainTo(idle);
        idle.forEach(Sql::close);
    }

    private Sql borrow() {
        try {
            return readers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for the read model", e);
        }
    }

    private static Optional<String> whyStale(Path file, Origin origin, Instant now) {
        try (Sql sql = new Sql(connect(file))) {
            return sql.first("SELECT schema_version, cluster_id, topic_prefix, committed_at FROM read_model", row -> {
                if (row.getInt(1) != SCHEMA_VERSION) {
                    return "schema version " + row.getInt(1) + ", expected " + SCHEMA_VERSION;
                }
                if (!origin.equals(new Origin(row.getString(2), row.getString(3)))) {
                    return "it pictures another cluster or prefix";
                }
                Instant committed = Instant.ofEpochMilli(row.getLong(4));
                return committed.plus(LONGEST_ABSENCE).isBefore(now) ? "not updated since " + committed : "";
            }).map(why -> why.isEmpty() ? Optional.<String>empty() : Optional.of(why))
                    .orElse(Optional.of("it was never finished"));
        } catch (StoreException | SQLException e) {
            return Optional.of("it cannot be read: " + e.getMessage());
        }
    }

    private static void createSchema(Connection connection, Origin origin, Instant now) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String command : schema().split(";")) {
                if (!command.isBlank()) {
                    statement.execute(command);
                }
            }
        }
        Sql sql = new Sql(connection);
        sql.update(
                "INSERT INTO read_model (schema_version, cluster_id, topic_prefix, committed_at) VALUES (?, ?, ?, ?)",
                SCHEMA_VERSION, origin.clusterId(), origin.topicPrefix(), now);
        sql.commit();
    }

    private static String schema() {
        try (InputStream stream = ReadModelStore.class.getResourceAsStream("schema.sql")) {
            if (stream == null) {
                throw new IllegalStateException("schema.sql is missing from the class path");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("--")).reduce("", (all, line) -> all + line + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Connection connect(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            // Readers go on while the writer commits; a commit that power loss takes is read again from the topics.
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            statement.execute("PRAGMA busy_timeout = 10000");
        }
        return connection;
    }

    private static Connection readOnly(Path file) throws SQLException {
        Connection connection = connect(file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA query_only = 1");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static void delete(Path file) throws IOException {
        for (String suffix : new String[]{"", "-wal", "-shm"}) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }
}
