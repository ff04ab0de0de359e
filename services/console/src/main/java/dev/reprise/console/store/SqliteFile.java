// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.store.ReadModelStore.Origin;

/** A file of SQLite, which this process alone uses. One that cannot be used is thrown away. */
record SqliteFile(Path file) implements Database {

    private static final Logger LOGGER = LoggerFactory.getLogger(SqliteFile.class);
    /** For each of the five connections: the upper pages of every index of a large file. */
    private static final int CACHE_KIB = 16_384;
    private static final String NAME = "read-model.db";

    /**
     * Finds or begins the file in a directory, which is made when absent.
     *
     * @throws StoreException if the directory cannot be written
     */
    static SqliteFile in(Path directory, Origin origin, Instant now) {
        SqliteFile database = new SqliteFile(directory.resolve(NAME));
        try {
            Files.createDirectories(directory);
            if (Files.exists(database.file)) {
                Optional<String> stale = database.whyStale(origin, now);
                if (stale.isPresent()) {
                    LOGGER.atInfo().addKeyValue("file", database.file).addKeyValue("why", stale.get())
                            .log("read model is rebuilt");
                    database.delete();
                }
            }
            if (!Files.exists(database.file)) {
                try (Sql sql = new Sql(database::writer)) {
                    Schema.create(sql, origin, now, UnaryOperator.identity());
                    sql.commit();
                }
            }
            return database;
        } catch (IOException e) {
            throw new StoreException("the read model " + database.file.toAbsolutePath() + " cannot be opened", e);
        }
    }

    @Override
    public Connection writer() throws SQLException {
        Connection connection = connect("PRAGMA query_only = 0");
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection reader() throws SQLException {
        Connection connection = connect("PRAGMA query_only = 1");
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    private Connection connect(String last) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            // Readers go on while the writer commits; a commit that power loss takes is read again from the topics.
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("PRAGMA cache_size = -" + CACHE_KIB);
            statement.execute(last);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private Optional<String> whyStale(Origin origin, Instant now) {
        try (Sql sql = new Sql(this::writer)) {
            return Schema.standing(sql).map(standing -> standing.whyStale(origin, now, ReadModelStore.LONGEST_ABSENCE))
                    .orElse(Optional.of("it was never finished"));
        } catch (StoreException e) {
            return Optional.of("it cannot be read: " + e.getMessage());
        }
    }

    private void delete() throws IOException {
        for (String suffix : new String[]{"", "-wal", "-shm"}) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }
}
