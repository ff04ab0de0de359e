// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ApiPaths;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise subscriptions apply}. */
@Command(name = "apply", description = {"Make or change subscriptions from a file in the form of the configuration.",
    "They stand beside those of the configuration and take no alert away from them."})
final class SubscriptionsApplyCommand implements Callable<Integer> {
    private static final Duration ANSWER = Duration.ofSeconds(15);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    /** A file, or the name of one to be removed. */
    static final class What {
        @Parameters(paramLabel = "FILE", description = "YAML: one subscription, a list, or a document with subscriptions.")
        private @Nullable Path file;

        @Option(names = "--remove", paramLabel = "NAME", description = "Remove this one in place of applying a file.")
        private @Nullable String remove;
    }

    SubscriptionsApplyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ApiClient client = new ApiClient(server.address(surroundings), ANSWER);
        if (what.remove != null) {
            client.delete("/api/v1/subscriptions/" + ApiPaths.encode(what.remove), UUID.randomUUID().toString())
                    .orFail();
            surroundings.out().println("removed  " + what.remove);
        }
        List<SubscriptionFile> found = what.file == null ? List.of() : SubscriptionFile.read(what.file);
        for (SubscriptionFile each : found) {
            client.put("/api/v1/subscriptions/" + ApiPaths.encode(each.name()), "application/json",
                    each.body().toString().getBytes(StandardCharsets.UTF_8)).orFail();
            surroundings.out().println("applied  " + each.name());
        }
        return ExitCode.OK.value();
    }
}
