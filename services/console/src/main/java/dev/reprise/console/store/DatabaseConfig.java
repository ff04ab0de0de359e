// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.Secret;

/**
 * The PostgreSQL database that holds the read model, in place of the file.
 *
 * @param url its JDBC address, such as {@code jdbc:postgresql://host:5432/reprise?sslmode=verify-full}; a schema other than
 *        the user's own is chosen by {@code currentSchema}; no password in it
 * @param user who may create tables there
 * @param password the password; empty where the server asks for none
 */
public record DatabaseConfig(String url, String user, Optional<Secret> password) {

    private static final String SCHEME = "jdbc:postgresql:";

    /**
     * Checks what can be told without the server.
     *
     * @throws ConfigException with every problem
     */
    public DatabaseConfig(@Nullable String url, @Nullable String user, @Nullable Optional<Secret> password) {
        List<ConfigProblem> problems = new ArrayList<>();
        this.url = url == null ? "" : url;
        this.user = user == null ? "" : user;
        this.password = password == null ? Optional.empty() : password;
        if (!this.url.startsWith(SCHEME)) {
            problems.add(ConfigProblem.of("url", "expected an address that begins with " + SCHEME,
                    "write jdbc:postgresql://HOST:5432/DATABASE, or remove the section for the embedded file"));
        }
        // An address is told in logs and error messages.
        if (this.url.contains("password=")) {
            problems.add(ConfigProblem.of("url", "holds a password", "write it as password: ${env:NAME}"));
        }
        if (this.user.isBlank()) {
            problems.add(ConfigProblem.of("user", "is empty", "name a user that may create tables in the database"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }
}
