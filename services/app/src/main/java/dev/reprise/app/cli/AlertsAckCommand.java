// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise alerts ack}. */
@Command(name = "ack", description = {"Take an alert, so that nobody is told of it again for a while.",
    "A later revision of it is told all the same, and so is its end."})
final class AlertsAckCommand implements Callable<Integer> {
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "ALERT-KEY", description = "As reprise alerts list -o json shows it, such as NON_IDEMPOTENT/demo/once/ds=2026-11-29.")
    private String alertKey = "";

    @Option(names = "--for", paramLabel = "DURATION", description = "For how long, at most 7d (default: 4h).")
    private @Nullable String lasts;

    @Option(names = "--reason", paramLabel = "TEXT", description = "What to say to others.")
    private @Nullable String reason;

    @Option(names = "--undo", description = "Give it back.")
    private boolean undo;

    @Option(names = "--request-id", paramLabel = "ID", description = "Makes a repetition harmless (default: a new one).")
    private @Nullable String requestId;

    private record Body(String alertKey, @Nullable String lasts, @Nullable String reason) {}

    AlertsAckCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ApiClient client = new ApiClient(server.address(surroundings), ANSWER);
        String id = requestId == null ? UUID.randomUUID().toString() : requestId;
        JsonNode answer = undo
                ? client.delete(new Query("/api/v1/alerts/ack").with("alertKey", Optional.of(alertKey))
                        .with("reason", Optional.ofNullable(reason)).text(), id).orFail()
                : client.post("/api/v1/alerts/ack", id, new Body(alertKey, lasts, reason)).orFail();
        if (output.json()) {
            output.print(answer, surroundings.out());
        } else {
            surroundings.out().println(undo
                    ? "Nobody has taken " + alertKey + " any more"
                    : "Taken until " + answer.path("acknowledgement").path("expiresAt").asString(""));
        }
        return ExitCode.OK.value();
    }
}
