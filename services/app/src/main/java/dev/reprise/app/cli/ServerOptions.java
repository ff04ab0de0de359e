// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.client.ServerAddress;
import dev.reprise.runtime.lifecycle.ExitCode;

/** The options of every command that asks a running Reprise. */
final class ServerOptions {

    private static final String DEFAULT_SERVER = "http://127.0.0.1:8080";

    @Option(names = "--server", paramLabel = "URL", description = "A running Reprise (default: $REPRISE_SERVER, else "
            + DEFAULT_SERVER + ").")
    private @Nullable String server;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Holds the token (default: $REPRISE_TOKEN).")
    private @Nullable Path tokenFile;

    ServerAddress address(Surroundings surroundings) {
        String uri = server != null ? server : surroundings.variable("REPRISE_SERVER").orElse(DEFAULT_SERVER);
        try {
            return new ServerAddress(URI.create(uri), token(surroundings));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "--server: " + e.getMessage(), e);
        }
    }

    private Optional<String> token(Surroundings surroundings) {
        if (tokenFile == null) {
            return surroundings.variable("REPRISE_TOKEN").map(String::strip);
        }
        try {
            return Optional.of(Files.readString(tokenFile).strip());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--token-file: " + tokenFile + " cannot be read: "
                    + e.getMessage(), e);
        }
    }
}
