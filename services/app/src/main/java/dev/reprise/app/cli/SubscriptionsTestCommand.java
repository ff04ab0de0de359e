// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ApiPaths;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise subscriptions test}. */
@Command(name = "test", description = "Say what subscriptions of a file would have sent over the last days. Writes nothing.")
final class SubscriptionsTestCommand implements Callable<Integer> {
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "FILE", description = "YAML: one subscription, a list, or a document with subscriptions.")
    private Path file = Path.of("-");

    @Option(names = "--since", paramLabel = "DURATION", description = "How far to look back, at most 30d (default: ${DEFAULT-VALUE}).")
    private String since = "7d";

    SubscriptionsTestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ApiClient client = new ApiClient(server.address(surroundings), ANSWER);
        for (SubscriptionFile each : SubscriptionFile.read(file)) {
            JsonNode trial = client.post("/api/v1/subscriptions/" + ApiPaths.encode(each.name()) + "/trial?since="
                    + ApiPaths.encode(since), "application/json",
                    each.body().toString().getBytes(StandardCharsets.UTF_8)).orFail();
            if (output.json()) {
                output.print(trial, surroundings.out());
                continue;
            }
            surroundings.out().println(each.name() + " would have sent " + trial.path("messages").asInt()
                    + " messages about " + trial.path("alerts").asInt() + " alerts since "
                    + trial.path("since").asString(""));
            trial.path("sample").forEach(message -> surroundings.out().println("  " + message.path("at").asString("")
                    + " " + message.path("receiver").asString("") + " " + message.path("reason").asString("") + " "
                    + message.path("first").asString("")));
        }
        return ExitCode.OK.value();
    }
}
