// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.serve.Role;
import dev.reprise.app.serve.ServeRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise serve}: some roles against a cluster. */
@Command(name = "serve", description = "Run some roles against a Kafka cluster, until a signal.")
final class ServeCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(names = "--roles", paramLabel = "ROLES", description = "all, or some of ingest,coordinator,runner,notifier,console (default: ${DEFAULT-VALUE}).")
    private String roles = "all";

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (docs/configuration.md).")
    private @Nullable Path config;

    @Option(names = "--dev", description = "Accept a cluster and a directory that may lose data.")
    private boolean dev;

    @Option(names = "--allow-replay", description = "Start although a group has lost its place and will read all events again.")
    private boolean allowReplay;

    ServeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return ServeRun.run(new ServeRun.Options(Optional.ofNullable(config), parsedRoles(), dev, allowReplay),
                surroundings.environment()).value();
    }

    private Set<Role> parsedRoles() {
        try {
            return Role.parse(roles);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "--roles: " + e.getMessage(), e);
        }
    }
}
