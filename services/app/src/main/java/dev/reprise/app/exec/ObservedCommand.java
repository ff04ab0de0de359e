// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ServerAddress;
import dev.reprise.schemas.decision.Gate;

/**
 * Runs a command and tells Reprise how it goes. Where it is not gated, it begins before anything is told, and ends at most
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
     * Runs the command to its end, past the gates that it has.
     *
     * @param asker the run, and the process that carries it out
     * @param rules where it asks
     * @param words the program and its arguments, at least one word
     * @return how it ended; the caller exits with its code
     * @throws InterruptedException if this thread is interrupted; the command goes on
     */
    public CommandEnd run(PermitAsker asker, GateRules rules, List<String> words) throws InterruptedException {
        Gates gates = new Gates(new PermitClient(server, rules.timeout()), asker, rules, warnings);
        Gates.Way way = gates.pass(Gate.START);
        InstantSource clock = InstantSource.system();
        ObservedRun run = way.ungated() ? asker.run().ungated() : asker.run();
        Instant began = clock.instant();
        try (RunReporter reporter = new RunReporter(run,
                () -> new HttpDelivery(new ApiClient(server, REQUEST_TIMEOUT)), new Spool(spoolDirectory, MOST_KEPT),
                heartbeat, clock, warnings)) {
            CommandEnd end = way.closed().isPresent()
                    ? way.closed().get()
                    : command(words, told(asker, rules, way)).run(() -> reporter.started(began));
            if (end.code() == 0 && !rules.publish().isEmpty()) {
                end = published(gates, asker, rules, reporter, clock, end);
            }
            reporter.ended(clock.instant(), end, Duration.ofSeconds(PATIENCE_SECONDS));
            return end;
        }
    }

    /** The body has succeeded: its output becomes visible only if it may. */
    private CommandEnd published(Gates gates, PermitAsker asker, GateRules rules, RunReporter reporter,
            InstantSource clock, CommandEnd body) throws InterruptedException {
        Gates.Way way = gates.pass(Gate.COMMIT);
        if (way.closed().isPresent()) {
            return switch (way.closed().get()) {
                // The body has run: what nobody let be published is a failure with an effect, not one that never began.
                case CommandEnd.NotStarted unanswered -> new CommandEnd.Exited(unanswered.code(), unanswered.detail());
                case CommandEnd.NotLet notLet -> notLet;
                case CommandEnd.Exited exited -> exited;
            };
        }
        CommandEnd end = command(rules.publish(), told(asker, rules, way)).run(() -> {});
        return switch (end) {
            case CommandEnd.Exited exited when exited.code() == 0 -> {
                reporter.committed(clock.instant(), !way.ungated());
                yield body;
            }
            case CommandEnd.Exited exited -> exited;
            case CommandEnd.NotStarted absent -> {
                warnings.accept(absent.detail());
                yield new CommandEnd.Exited(absent.code(), absent.detail());
            }
            case CommandEnd.NotLet notLet -> notLet;
        };
    }

    private Command command(List<String> words, Map<String, String> told) {
        return new Command(words, stdout, stderr, Command.outputsAreOne(), told);
    }

    /** What the command may need to ask at the gates in this run's name, and its fencing token. */
    private Map<String, String> told(PermitAsker asker, GateRules rules, Gates.Way way) {
        if (!rules.isGated()) {
            return Map.of();
        }
        Map<String, String> told = new HashMap<>(asker.environment());
        told.put("REPRISE_SERVER", server.uri().toString());
        told.put("REPRISE_GATE_TIMEOUT", rules.timeout().toSeconds() + "s");
        told.put("REPRISE_GATE_AWAY", rules.proceeds() ? "proceed" : "refuse");
        way.granted().ifPresent(granted -> told.put("REPRISE_PERMIT_TOKEN", Long.toString(granted.token())));
        return told;
    }
}
