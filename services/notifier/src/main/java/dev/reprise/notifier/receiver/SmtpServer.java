// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * The server that takes mail for us.
 *
 * @param host its name or address
 * @param port 1 to 65535 (default 587 with starttls, 465 with tls, 25 with none)
 * @param security how the connection is protected (default starttls)
 * @param username for authentication; needs a password
 * @param password for authentication; needs a username, and a protected connection
 * @param timeout for connecting and for each read and write, 100ms to 2m (default 15s)
 */
public record SmtpServer(String host, int port, Security security, Optional<String> username,
        Optional<Secret> password, Duration timeout) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    /** How the connection is protected. */
    public enum Security {
        /** TLS begins by command and is required. */
        STARTTLS(587),
        /** TLS from the first byte. */
        TLS(465),
        /** Not at all. */
        NONE(25);

        private final int port;

        Security(int port) {
            this.port = port;
        }

        /**
         * Reads {@code starttls}, {@code tls} or {@code none}.
         *
         * @throws IllegalArgumentException naming the three
         */
        @JsonCreator
        public static Security parse(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "starttls" -> STARTTLS;
                case "tls" -> TLS;
                case "none" -> NONE;
                default -> throw new IllegalArgumentException("expected starttls, tls or none, found '" + text + "'");
            };
        }

        /** The form that {@link #parse} reads. */
        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public SmtpServer {
        Checks checks = new Checks();
        if (host.isBlank() || host.length() > 255) {
            checks.problem("host", "expected the name of a mail server, found '" + host + "'",
                    "give one such as smtp.example.com");
        }
        if (port < 1 || port > 65_535) {
            checks.problem("port", "expected 1 to 65535, found " + port, "leave it out for the usual one");
        }
        if (username.isPresent() != password.isPresent()) {
            checks.problem(username.isPresent() ? "password" : "username", "is missing",
                    "give both or neither of username and password");
        }
        if (password.isPresent() && security == Security.NONE) {
            checks.problem("security", "none would send the password in the clear", "use starttls or tls");
        }
        checks.timeout("timeout", timeout);
        checks.throwIfAny();
    }

    /** As configured; what is absent takes its default. */
    @JsonCreator
    public SmtpServer(@Nullable String host, @Nullable Integer port, @Nullable Security security,
            @Nullable String username, @Nullable Secret password, @Nullable Duration timeout) {
        this(host == null ? "" : host, port == null ? orStarttls(security).port : port.intValue(), orStarttls(security),
                Optional.ofNullable(username), Optional.ofNullable(password),
                timeout == null ? DEFAULT_TIMEOUT : timeout);
    }

    private static Security orStarttls(@Nullable Security security) {
        return security == null ? Security.STARTTLS : security;
    }
}
