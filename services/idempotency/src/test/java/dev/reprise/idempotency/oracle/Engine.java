// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

import org.duckdb.DuckDBConnection;

/** A database that can be had fresh and empty, and connected to more than once. */
interface Engine {
    /** A database of its own; closing it throws it away. */
    interface Database extends AutoCloseable {
        Connection connect() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** @return a fresh and empty database */
    Database fresh() throws SQLException;

    /** @return the query that lists the base tables */
    String tables();

    /** SQLite in memory. */
    static Engine sqlite() {
        AtomicInteger number = new AtomicInteger();
        return of("select name from sqlite_master where type='table'", () -> {
            String url = "jdbc:sqlite:file:oracle" + number.incrementAndGet() + "?mode=memory&cache=shared";
            return kept(DriverManager.getConnection(url), () -> DriverManager.getConnection(url));
        });
    }

    /** H2 in memory, in the mode of MySQL: DDL commits. */
    static Engine h2() {
        AtomicInteger number = new AtomicInteger();
        return of(
                "select table_name from information_schema.tables where table_schema='PUBLIC' and table_type='BASE TABLE'",
                () -> {
                    String url = "jdbc:h2:mem:oracle" + number.incrementAndGet()
                            + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
                    return kept(DriverManager.getConnection(url), () -> DriverManager.getConnection(url));
                });
    }

    /** DuckDB in memory. */
    static Engine duckdb() {
        return of(
                "select table_name from information_schema.tables where table_schema='main' and table_type='BASE TABLE'",
                () -> {
                    Connection anchor = DriverManager.getConnection("jdbc:duckdb:");
                    return kept(anchor, () -> anchor.unwrap(DuckDBConnection.class).duplicate());
                });
    }

    private static Engine of(String tables, Opening opening) {
        return new Engine() {
            @Override
            public Database fresh() throws SQLException {
                return opening.open();
            }

            @Override
            public String tables() {
                return tables;
            }
        };
    }

    /** The database lives as long as the anchor is open. */
    private static Database kept(Connection anchor, Connecting connecting) {
        return new Database() {
            @Override
            public Connection connect() throws SQLException {
                return connecting.connect();
            }

            @Override
            public void close() throws SQLException {
                anchor.close();
            }
        };
    }

    /** Opens a database. */
    interface Opening {
        Database open() throws SQLException;
    }

    /** Opens a further connection. */
    interface Connecting {
        Connection connect() throws SQLException;
    }
}
