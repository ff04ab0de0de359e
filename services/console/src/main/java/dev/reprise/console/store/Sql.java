// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with its prepared statements, made when it is first needed and made anew after it broke. Used by one
 * thread at a time. Parameters are text, whole numbers, instants (as milliseconds) and optionals of these; an empty one is
 * SQL's null. A server takes lists of texts, too.
 */
public final class Sql implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Sql.class);
    private static final int MOST_STATEMENTS = 100;

    private final Connecting connecting;
    private final boolean remote;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    /** Statements with rows that wait to be sent together, in the order of their first row. */
    private final Set<String> pending = new LinkedHashSet<>();
    private @Nullable Connection connection;

    /** One to a file. */
    Sql(Connecting connecting) {
        this(connecting, false);
    }

    /**
     * One to a file or a server.
     *
     * @param remote whether each statement is a way to a server and back: then one that asks for many things is better than
     *        many that ask for one
     */
    Sql(Connecting connecting, boolean remote) {
        this.connecting = connecting;
        this.remote = remote;
    }

    /** Makes a connection. */
    interface Connecting {
        Connection connect() throws SQLException;
    }

    /** Reads one row of an answer. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** A statement without parameters that is run once, such as one that makes a table. */
    void execute(String command) {
        try (Statement statement = open().createStatement()) {
            statement.execute(command);
        } catch (SQLException e) {
            throw failed(command, e);
        }
    }

    /**
     * An update that may wait for others of its kind, so that a server far away is asked once for many rows; done before
     * the next {@link #update}, {@link #query} or {@link #commit}. Updates of different statements may change places: they
     * must not touch the same rows.
     */
    void later(String statement, Object... parameters) {
        try {
            bound(statement, parameters).addBatch();
            pending.add(statement);
        } catch (SQLException e) {
            throw failed(statement, e);
        }
    }

    private void flush() {
        for (String statement : pending) {
            PreparedStatement prepared = statements.get(statement);
            if (prepared == null) {
                throw new IllegalStateException("rows of a statement that is gone: " + statement);
            }
            try {
                prepared.executeBatch();
            } catch (SQLException e) {
                throw failed(statement, e);
            }
        }
        pending.clear();
    }

    int update(String statement, Object... parameters) {
        flush();
        try {
            return bound(statement, parameters).executeUpdate();
        } catch (SQLException e) {
            throw failed(statement, e);
        }
    }

    <T> List<T> query(String statement, Row<T> reading, Object... parameters) {
        flush();
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
        flush();
        try {
            open().commit();
        } catch (SQLException e) {
            throw failed("COMMIT", e);
        }
    }

    /** Undoes what was not committed. Never fails: a connection that cannot even do that is dropped. */
    void rollback() {
        Connection open = connection;
        if (open == null) {
            return;
        }
        try {
            for (String statement : pending) {
                PreparedStatement prepared = statements.get(statement);
                if (prepared != null) {
                    prepared.clearBatch();
                }
            }
            pending.clear();
            open.rollback();
        } catch (SQLException _) {
            close();
        }
    }

    /** Whether it speaks to a server, which is PostgreSQL: it knows arrays and lateral joins, as a file does not. */
    boolean isRemote() {
        return remote;
    }

    /** Whether there is a connection; after {@link #rollback} this tells whether it still works. */
    boolean isOpen() {
        return connection != null;
    }

    /** Closes the connection; the next statement would make another. */
    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        statements.clear();
        pending.clear();
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOGGER.atDebug().setCause(e).log("a connection to the read model did not close");
            }
        }
    }

    private Connection open() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = connecting.connect();
            connection = open;
        }
        return open;
    }

    private PreparedStatement bound(String text, Object... parameters) throws SQLException {
        PreparedStatement statement = statements.get(text);
        if (statement == null) {
            dropEldest();
            statement = open().prepareStatement(text);
            statements.put(text, statement);
        }
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
        return statement;
    }

    /** Filters make statements of many shapes; only those in use are worth their memory. */
    private void dropEldest() throws SQLException {
        if (statements.size() >= MOST_STATEMENTS) {
            Iterator<Map.Entry<String, PreparedStatement>> eldestFirst = statements.entrySet().iterator();
            while (eldestFirst.hasNext()) {
                Map.Entry<String, PreparedStatement> each = eldestFirst.next();
                if (!pending.contains(each.getKey())) {
                    each.getValue().close();
                    eldestFirst.remove();
                    return;
                }
            }
        }
    }

    private static void bind(PreparedStatement statement, int index, Object parameter) throws SQLException {
        switch (parameter) {
            case String text -> statement.setString(index, storable(text));
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
            case List<?> texts -> statement.setArray(index, statement.getConnection().createArrayOf("text",
                    texts.stream().map(text -> storable((String) text)).toArray()));
            default -> throw new IllegalArgumentException("no SQL type for " + parameter.getClass().getName());
        }
    }

    /** PostgreSQL takes neither the character 0 nor half a surrogate pair, which JSON can carry; each becomes U+FFFD. */
    private static String storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == 0 || Character.isSurrogate(each)) {
                return text.codePoints().map(point -> point == 0 || isHalf(point) ? 0xFFFD : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            }
        }
        return text;
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static StoreException failed(String statement, SQLException e) {
        String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return new StoreException("the read model failed at: " + statement.lines().findFirst().orElse(statement) + ": "
                + reason, e);
    }
}
