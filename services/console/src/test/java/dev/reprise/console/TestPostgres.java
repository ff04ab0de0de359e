// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import dev.reprise.console.store.DatabaseConfig;

/** A real PostgreSQL of its own on this machine; each user takes a schema. */
public final class TestPostgres implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final AtomicInteger schemas = new AtomicInteger();

    public TestPostgres() {
        try {
            server = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(3)).start();
            execute("CREATE ROLE console LOGIN");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes an empty schema. */
    public DatabaseConfig schema() throws SQLException {
        String name = "reprise" + schemas.incrementAndGet();
        execute("CREATE SCHEMA " + name + " AUTHORIZATION console");
        return new DatabaseConfig(url() + "&currentSchema=" + name, "console", Optional.empty());
    }

    private String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?sslmode=disable";
    }

    /** Ends every connection of the read model, and takes no more until {@link #comeBack}. */
    public void goAway() throws SQLException {
        execute("ALTER ROLE console NOLOGIN");
        endConnections();
    }

    /** Takes connections again. */
    public void comeBack() throws SQLException {
        execute("ALTER ROLE console LOGIN");
    }

    /** Ends every connection of the read model; new ones are taken. */
    public void endConnections() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'console'");
    }

    /** Runs a statement as the owner of the server. */
    public void execute(String statement) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement command = connection.createStatement()) {
            command.execute(statement);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
