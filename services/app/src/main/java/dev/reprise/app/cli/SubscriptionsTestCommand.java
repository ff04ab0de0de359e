// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ApiPaths;
import dev.reprise.app.serve.RouteRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise subscriptions test}. */
@Command(name = "test", description = {
    "Say what subscriptions of a file would have sent over the last days. Writes nothing.",
    "Exit code 10 when a receiver could not be reached with --send."})
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

    @Option(names = "--send", description = "Send a test, from this machine, to each receiver that they name, and name those that cannot be reached.")
    private boolean send;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration with the receivers, for --send (docs/configuration.md).")
    private @Nullable Path config;

    SubscriptionsTestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        ApiClient client = new ApiClient(server.address(surroundings), ANSWER);
        List<SubscriptionFile> subscriptions = SubscriptionFile.read(file);
        for (SubscriptionFile each : subscriptions) {
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
        boolean all = !send || allReached(subscriptions);
        return (all ? ExitCode.OK : ExitCode.CHECK_FOUND_PROBLEMS).value();
    }

    private boolean allReached(List<SubscriptionFile> subscriptions) throws InterruptedException {
        Set<String> names = new LinkedHashSet<>();
        subscriptions.forEach(each -> names.addAll(each.everyReceiver()));
        return ReachedReceivers.tell(RouteRun.send(Optional.ofNullable(config), surroundings.environment(), names),
                output, surroundings);
    }
}
