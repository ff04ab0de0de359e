// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection to the warehouse file. Every statement commits by itself. Many processes may have the file open; a
 * writer waits for another one's batch. An object is for one thread.
 */
public final class Warehouse implements AutoCloseable {
    /** The file, inside the directory of the warehouse. */
    public static final String FILE = "warehouse.db";
    private static final int BUSY_MILLIS = 30_000;

    private final Path directory;
    private final Connection connection;

    private Warehouse(Path directory, Connection connection) {
        this.directory = directory;
        this.connection = connection;
    }

    /**
     * Makes a warehouse with its sources filled: orders of one day, customers and pairs of currencies.
     *
     * @param directory an existing directory without a warehouse
     * @param day the day of the orders
     * @throws WarehouseException when there is one already, or the disk refuses
     */
    public static Warehouse create(Path directory, String day) {
        if (Files.exists(directory.resolve(FILE))) {
            throw new WarehouseException(directory.resolve(FILE) + " exists already: give a directory without one");
        }
        Warehouse warehouse = connect(directory);
        try (Statement statement = warehouse.connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            for (String sql : script().split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        } catch (SQLException e) {
            warehouse.close();
            throw new WarehouseException("cannot fill " + directory.resolve(FILE) + ": " + e.getMessage(), e);
        }
        // Twice as many as any job takes: a job that reads too far would show.
        warehouse.fill("orders SELECT n, ?2, 1 + n % 2000, 100 + n * 37 % 9900", 8_000, day);
        warehouse.fill("customers SELECT n, 'customer ' || n", 4_000);
        warehouse.fill("currency_pairs SELECT n, 10000 + n * 131 % 5000", 80);
        return warehouse;
    }

    /** Makes rows of the numbers from 1. */
    private void fill(String intoSelect, int rows, Object... parameters) {
        Object[] all = new Object[parameters.length + 1];
        all[0] = rows;
        System.arraycopy(parameters, 0, all, 1, parameters.length);
        update("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1) INSERT INTO "
                + intoSelect + " FROM numbers", all);
    }

    /**
     * Opens an existing warehouse.
     *
     * @throws WarehouseException when there is none
     */
    public static Warehouse open(Path directory) {
        if (!Files.exists(directory.resolve(FILE))) {
            throw new WarehouseException(directory.resolve(FILE) + " does not exist: give the warehouse's directory");
        }
        return connect(directory);
    }

    private static Warehouse connect(Path directory) {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(FILE));
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
                // Survives a kill of the process, which is all that happens here; a power cut is not part of the story.
                statement.execute("PRAGMA synchronous = NORMAL");
            }
            return new Warehouse(directory, connection);
        } catch (SQLException e) {
            throw new WarehouseException("cannot open " + directory.resolve(FILE) + ": " + e.getMessage(), e);
        }
    }

    /** The exported file of a day; it is there only when it is whole. */
    public Path exportFile(String day) {
        return directory.resolve("orders-" + day + ".csv");
    }

    /**
     * Changes rows, and commits.
     *
     * @return how many
     */
    int update(String sql, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new WarehouseException("the warehouse refused a change: " + e.getMessage(), e);
        }
    }

    /** The number that a query gives. */
    public long count(String sql, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.getLong(1);
            }
        } catch (SQLException e) {
            throw new WarehouseException("the warehouse cannot count: " + e.getMessage(), e);
        }
    }

    /** The texts that a query gives. */
    List<String> texts(String sql, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            List<String> texts = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
            return texts;
        } catch (SQLException e) {
            throw new WarehouseException("the warehouse cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new WarehouseException("the warehouse cannot be closed: " + e.getMessage(), e);
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    private static String script() {
        try (InputStream in = Warehouse.class.getResourceAsStream("warehouse.sql")) {
            if (in == null) {
                throw new IllegalStateException("warehouse.sql is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("warehouse.sql cannot be read from the program", e);
        }
    }
}
