// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.duckdb.DuckDBConnection;

/** A database that can be had fresh and empty, and connected to more than once. */
interface Engine {
    /** @return a fresh and empty database */
    Database fresh() throws SQLException;

    /** A database of its own; closing it throws it away. */
    interface Database extends AutoCloseable {
        Session connect() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** One connection to a database; with it end its temporary tables, its settings and an open transaction. */
    interface Session extends AutoCloseable {
        /** @throws SQLException if the engine refuses the statement or fails at it */
        void execute(String sql) throws SQLException;

        /** @return the names of the base tables */
        List<String> tables() throws SQLException;

        /** @return what a table holds: its rows, and its partitions where the engine keeps a list of them */
        List<String> contents(String table) throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** SQLite in memory. */
    static Engine sqlite() {
        AtomicInteger number = new AtomicInteger();
        return () -> {
            String url = "jdbc:sqlite:file:oracle" + number.incrementAndGet() + "?mode=memory&cache=shared";
            return kept(DriverManager.getConnection(url), () -> DriverManager.getConnection(url),
                    "select name from sqlite_master where type='table'");
        };
    }

    /** H2 in memory, in the mode of MySQL: DDL commits. */
    static Engine h2() {
        AtomicInteger number = new AtomicInteger();
        return () -> {
            String url = "jdbc:h2:mem:oracle" + number.incrementAndGet()
                    + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
            return kept(DriverManager.getConnection(url), () -> DriverManager.getConnection(url),
                    "select table_name from information_schema.tables where table_schema='PUBLIC' and table_type='BASE TABLE'");
        };
    }

    /** DuckDB in memory. */
    static Engine duckdb() {
        return () -> {
            Connection anchor = DriverManager.getConnection("jdbc:duckdb:");
            return kept(anchor, () -> anchor.unwrap(DuckDBConnection.class).duplicate(),
                    "select table_name from information_schema.tables where table_schema='main' and table_type='BASE TABLE'");
        };
    }

    /** The database lives as long as the anchor is open. */
    private static Database kept(Connection anchor, Connecting connecting, String tables) {
        return new Database() {
            @Override
            public Session connect() throws SQLException {
                return new JdbcSession(connecting.connect(), tables);
            }

            @Override
            public void close() throws SQLException {
                anchor.close();
            }
        };
    }

    /** Opens a further connection. */
    interface Connecting {
        Connection connect() throws SQLException;
    }
}
