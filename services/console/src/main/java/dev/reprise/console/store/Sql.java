// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One connection with its prepared statements. Used by one thread at a time. Parameters are text, whole numbers, instants
 * (as milliseconds) and optionals of these; an empty one is SQL's null.
 */
public final class Sql implements AutoCloseable {

    private static final int MOST_STATEMENTS = 100;

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    Sql(Connection connection) {
        this.connection = connection;
    }

    /** Reads one row of an answer. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    int update(String statement, Object... parameters) {
        try {
            return bound(statement, parameters).executeUpdate();
        } catch (SQLException e) {
            throw failed(statement, e);
        }
    }

    <T> List<T> query(String statement, Row<T> reading, Object... parameters) {
        try (ResultSet rows = bound(statement, parameters).executeQuery()) {
            List<T> result = new ArrayList<>();
            while (rows.next()) {
                result.add(reading.read(rows));
            }
            return result;
        } catch (SQLException e) {
            throw failed(statement, e);
        }
    }

    /** The first row of an answer. */
    <T> Optional<T> first(String statement, Row<T> reading, Object... parameters) {
        return query(statement, reading, parameters).stream().findFirst();
    }

    void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw failed("COMMIT", e);
        }
    }

    void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw failed("ROLLBACK", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("CLOSE", e);
        }
    }

    private PreparedStatement bound(String text, Object... parameters) throws SQLException {
        PreparedStatement statement = statements.get(text);
        if (statement == null) {
            statement = connection.prepareStatement(text);
            statements.put(text, statement);
            dropEldest();
        }
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
        return statement;
    }

    /** Filters make statements of many shapes; only those in use are worth their memory. */
    private void dropEldest() throws SQLException {
        if (statements.size() > MOST_STATEMENTS) {
            Iterator<PreparedStatement> eldestFirst = statements.values().iterator();
            eldestFirst.next().close();
            eldestFirst.remove();
        }
    }

    private static void bind(PreparedStatement statement, int index, Object parameter) throws SQLException {
        switch (parameter) {
            case String text -> statement.setString(index, text);
            case Integer number -> statement.setInt(index, number);
            case Long number -> statement.setLong(index, number);
            case Instant instant -> statement.setLong(index, instant.toEpochMilli());
            case Optional<?> optional -> {
                if (optional.isPresent()) {
                    bind(statement, index, optional.get());
                } else {
                    statement.setNull(index, Types.NULL);
                }
            }
            default -> throw new IllegalArgumentException("no SQL type for " + parameter.getClass().getName());
        }
    }

    private static StoreException failed(String statement, SQLException e) {
        return new StoreException("the read model failed at: " + statement.lines().findFirst().orElse(statement), e);
    }
}
