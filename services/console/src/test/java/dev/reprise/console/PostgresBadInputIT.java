// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;

import dev.reprise.runtime.http.OidcConfig;

/** The same bad input over PostgreSQL. */
class PostgresBadInputIT extends BadInputContract {

    private final TestPostgres postgres = new TestPostgres();

    @Override
    ApiServer server(OidcConfig oidc) {
        try {
            return new ApiServer(postgres.schema(), oidc);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    void stopDatabase() {
        postgres.close();
    }
}
