// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.http.OidcConfig;

/** Bad input over a file of SQLite. */
class BadInputTest extends BadInputContract {

    @TempDir
    static Path directory;

    @Override
    ApiServer server(OidcConfig oidc) {
        return new ApiServer(directory, oidc);
    }
}
