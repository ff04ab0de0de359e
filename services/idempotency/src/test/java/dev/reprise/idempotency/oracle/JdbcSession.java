// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A session over JDBC.
 *
 * @param connection closed with the session, after what is open in it was rolled back
 * @param tablesQuery lists the base tables
 */
record JdbcSession(Connection connection, String tablesQuery) implements Engine.Session {
    /** BEGIN and COMMIT are what the driver calls auto-commit. */
    @Override
    public void execute(String sql) throws SQLException {
        String head = sql.strip().toUpperCase(Locale.ROOT);
        if (head.equals("BEGIN") || head.equals("START TRANSACTION")) {
            connection.setAutoCommit(false);
        } else if (head.equals("COMMIT")) {
            connection.commit();
            connection.setAutoCommit(true);
        } else {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public List<String> tables() throws SQLException {
        return rows(tablesQuery);
    }

    @Override
    public List<String> contents(String table) throws SQLException {
        return rows("select * from " + table);
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    private List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i > 1 ? "|" : "").append(result.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
