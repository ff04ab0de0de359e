// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.store.ReadModelStore.Origin;

/**
 * A schema of a PostgreSQL server, which several consoles of one installation may share. Each connection that writes finds
 * or makes the tables, so that a server which comes back empty is filled again.
 */
final class PostgresDatabase implements Database {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresDatabase.class);
    /** Names the making of the tables among the advisory locks of a database: "reprise" in ASCII. */
    private static final long LOCK = 0x72_65_70_72_69_73_65L;

    private final DatabaseConfig config;
    private final Origin origin;
    private final Clock clock;

    PostgresDatabase(DatabaseConfig config, Origin origin, Clock clock) {
        this.config = config;
        this.origin = origin;
        this.clock = clock;
    }

    @Override
    public Connection writer() throws SQLException {
        Connection connection = connect();
        try {
            connection.setAutoCommit(false);
            // Not closed: the connection outlives it.
            prepare(new Sql(() -> connection));
            return connection;
        } catch (SQLException | StoreException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection reader() throws SQLException {
        Connection connection = connect();
        try {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", config.user());
        config.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        // What the address says of these wins. A server that is gone without a word must not hold the tail for ever.
        properties.setProperty("ApplicationName", "reprise-console");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "120");
        properties.setProperty("tcpKeepAlive", "true");
        return DriverManager.getConnection(config.url(), properties);
    }

    /** Finds or makes the tables; two consoles that begin at once do it one after the other. */
    private void prepare(Sql sql) {
        sql.query("SELECT pg_advisory_xact_lock(?)", row -> 0, LOCK);
        if (sql.query("SELECT 1 WHERE to_regclass('read_model') IS NOT NULL", row -> 1).isEmpty()) {
            // Tables of these names that are somebody else's stay: making ours fails, and says so.
            create(sql);
        } else {
            Schema.Standing standing = Schema.standing(sql).orElseThrow(() -> new StoreException(
                    "the table read_model holds no row: it is not a read model of Reprise; name a schema of its own by"
                            + " currentSchema=NAME in console.database.url",
                    new IllegalStateException("no row in read_model")));
            if (!standing.origin().equals(origin)) {
                // Two installations would empty it for each other without end.
                throw new StoreException("the database pictures the topics " + standing.origin().topicPrefix()
                        + "* of cluster " + standing.origin().clusterId() + ", not " + origin.topicPrefix() + "* of "
                        + origin.clusterId() + ": name a schema of its own by currentSchema=NAME in"
                        + " console.database.url, or drop the tables there if that installation is gone",
                        new IllegalStateException("another origin"));
            }
            Optional<String> stale = standing.whyStale(origin, clock.instant(), ReadModelStore.LONGEST_ABSENCE);
            if (stale.isPresent()) {
                LOGGER.atInfo().addKeyValue("database", config.url()).addKeyValue("why", stale.get())
                        .log("read model is rebuilt");
                Schema.TABLES.forEach(table -> sql.execute("DROP TABLE IF EXISTS " + table));
                sql.execute("DROP TABLE read_model");
                create(sql);
            }
        }
        sql.commit();
    }

    private void create(Sql sql) {
        // SQLite compares text by its bytes; pages and prefixes rest on that order, whatever the server's language.
        Schema.create(sql, origin, clock.instant(), command -> command.replaceAll("\\bTEXT\\b", "TEXT COLLATE \"C\""));
    }
}
