// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ServerAddress;

/**
 * Runs a command and tells Reprise how it goes. The command begins before anything is told, and ends at most
 * {@value #PATIENCE_SECONDS} seconds later than it would by itself, where the server hangs.
 */
public final class ObservedCommand {

    private static final int PATIENCE_SECONDS = 5;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);
    private static final int MOST_KEPT = 1_000;

    private final ServerAddress server;
    private final Path spoolDirectory;
    private final Duration heartbeat;
    private final OutputStream stdout;
    private final OutputStream stderr;
    private final Consumer<String> warnings;

    /**
     * Makes an observer.
     *
     * @param server where events go
     * @param spoolDirectory where they are kept while the server is away, at most {@value #MOST_KEPT}
     * @param heartbeat time between two signs of life
     * @param stdout takes the command's standard output
     * @param stderr takes the command's standard error
     * @param warnings takes single lines for the person at the terminal
     */
    public ObservedCommand(ServerAddress server, Path spoolDirectory, Duration heartbeat, OutputStream stdout,
            OutputStream stderr, Consumer<String> warnings) {
        this.server = server;
        this.spoolDirectory = spoolDirectory;
        this.heartbeat = heartbeat;
        this.stdout = stdout;
        this.stderr = stderr;
        this.warnings = warnings;
    }

    /**
     * Runs the command to its end.
     *
     * @param words the program and its arguments, at least one word
     * @return how it ended; the caller exits with its code
     * @throws InterruptedException if this thread is interrupted; the command goes on
     */
    public CommandEnd run(ObservedRun run, List<String> words) throws InterruptedException {
        InstantSource clock = InstantSource.system();
        Command command = new Command(words, stdout, stderr, Command.outputsAreOne());
        Instant began = clock.instant();
        // Made on the reporter's side of things only once the command runs: the command waits for nothing.
        try (RunReporter reporter = new RunReporter(run,
                () -> new HttpDelivery(new ApiClient(server, REQUEST_TIMEOUT)), new Spool(spoolDirectory, MOST_KEPT),
                heartbeat, clock, warnings)) {
            CommandEnd end = command.run(() -> reporter.started(began));
            reporter.ended(clock.instant(), end, Duration.ofSeconds(PATIENCE_SECONDS));
            return end;
        }
    }
}
