// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise silences add}. */
@Command(name = "add", description = {"Hide alerts for a while. Who was told that one fires is told of its end.",
    "With --dry-run only say how many open alerts it would hide now."})
final class SilencesAddCommand implements Callable<Integer> {
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "MATCHER", arity = "1..*", description = "What must hold for an alert, all of it, such as owner=billing (docs/alerts.md).")
    private List<String> matchers = List.of();

    @Option(names = "--for", paramLabel = "DURATION", description = "For how long, such as 2h; this or --until.")
    private @Nullable String lasts;

    @Option(names = "--until", paramLabel = "TIME", description = "When it ends, with its zone, such as 2026-11-30T06:00:00+08:00.")
    private @Nullable String until;

    @Option(names = "--from", paramLabel = "TIME", description = "When it begins (default: now).")
    private @Nullable String from;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, in a sentence; kept in the audit. Required but for a dry run.")
    private @Nullable String reason;

    @Option(names = "--request-id", paramLabel = "ID", description = "Makes a repetition harmless (default: a new one).")
    private @Nullable String requestId;

    @Option(names = "--dry-run", description = "Write nothing.")
    private boolean dryRun;

    private record Body(List<String> matchers, @Nullable String startsAt, @Nullable String endsAt,
            @Nullable String lasts, @Nullable String reason) {}

    SilencesAddCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ApiClient client = new ApiClient(server.address(surroundings), ANSWER);
        Body body = new Body(matchers, from, until, lasts, reason);
        String id = requestId == null ? java.util.UUID.randomUUID().toString() : requestId;
        JsonNode answer = client.post(dryRun ? "/api/v1/silences/preview" : "/api/v1/silences", id, body).orFail();
        if (output.json()) {
            output.print(answer, surroundings.out());
            return ExitCode.OK.value();
        }
        JsonNode preview = dryRun ? answer : answer.path("preview");
        String hides = preview.path("hides").asInt() + " of " + preview.path("open").asInt() + " open alerts now";
        if (dryRun) {
            surroundings.out().println("would hide " + hides);
            preview.path("examples").forEach(key -> surroundings.out().println("  " + key.asString("")));
        } else {
            surroundings.out().println("Silence " + answer.path("silence").path("id").asString("") + " hides " + hides
                    + ", until " + answer.path("silence").path("endsAt").asString(""));
        }
        return ExitCode.OK.value();
    }
}
