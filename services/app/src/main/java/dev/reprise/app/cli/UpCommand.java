// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import dev.reprise.app.serve.UpRun;

/** {@code reprise up}: everything in one process. */
@Command(name = "up", description = "Run every role and a one-node Kafka in this process, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(names = "--data", paramLabel = "DIR", description = "Keep everything here (default: $REPRISE_DATA, else ~/.reprise).")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (docs/configuration.md).")
    private @Nullable Path config;

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port; 0 for a free one (default: http.port, which is 8080).")
    private @Nullable Integer port;

    @Option(names = "--kafka-port", paramLabel = "PORT", description = "Kafka port (default: a free one, kept for the next start).")
    private @Nullable Integer kafkaPort;

    @Option(names = "--allow-replay", description = "Start although a group has lost its place and will read all events again.")
    private boolean allowReplay;

    @Option(names = "--exit-when-ready", hidden = true, description = "End once all is ready.")
    private boolean exitWhenReady;

    UpCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return UpRun.run(new UpRun.Options(data == null ? surroundings.dataDirectory() : data,
                Optional.ofNullable(config), Optional.ofNullable(port), Optional.ofNullable(kafkaPort), allowReplay,
                exitWhenReady),
                surroundings.environment(), surroundings.out()).value();
    }
}
