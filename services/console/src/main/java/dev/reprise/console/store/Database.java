// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Where the tables live. Both kinds speak the statements of this package; what differs is here. */
sealed interface Database permits SqliteFile, PostgresDatabase {

    /** A connection for the one thread that writes, without auto-commit; the tables are there and ours. */
    Connection writer() throws SQLException;

    /** A connection whose transactions cannot write and see one moment. */
    Connection reader() throws SQLException;

    /** Whether it is a server. */
    boolean isRemote();

    /** Whether a failure means that the connection, not the statement, is at fault. */
    static boolean isAway(SQLException e) {
        String state = e.getSQLState();
        // 08: no connection; 57P: the server stops or starts; 53: it has no room for a connection.
        return state != null && (state.startsWith("08") || state.startsWith("57P") || state.startsWith("53"));
    }
}
