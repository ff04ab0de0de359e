// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiAnswer;
import dev.reprise.app.client.ApiClient;
import dev.reprise.runtime.lifecycle.ExitCode;

/** What the commands have in common by which a person acts on more than one instance. */
final class ActOptions {

    private static final Duration ANSWER = Duration.ofSeconds(15);

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, in a sentence; kept in the audit.")
    private String reason = "";

    @Option(names = "--request-id", paramLabel = "ID", description = "Makes a repetition harmless (default: a new one).")
    private @Nullable String requestId;

    String reason() {
        return reason;
    }

    /** A request under an id. */
    interface Sending extends Function<String, ApiAnswer> {}

    /** Sends it and says, in one line, that Kafka has it. */
    int submit(Surroundings surroundings, Function<ApiClient, Sending> sending, String done) {
        String id = requestId == null ? UUID.randomUUID().toString() : requestId;
        JsonNode result = sending.apply(new ApiClient(server.address(surroundings), ANSWER)).apply(id).orFail();
        if (output.json()) {
            output.print(result, surroundings.out());
        } else {
            surroundings.out()
                    .println("Accepted as request " + result.path("requestId").asString(id) + ": " + done);
        }
        return ExitCode.OK.value();
    }
}
