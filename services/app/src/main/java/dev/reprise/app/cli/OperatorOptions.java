// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiAnswer;
import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.lifecycle.ExitCode;

/** What the three commands have in common by which a person acts on an instance. */
final class OperatorOptions {

    private static final int ACCEPTED = 202;
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private InstanceArguments instance = new InstanceArguments();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, in a sentence; kept with the decision. Required to act.")
    private @Nullable String reason;

    @Option(names = "--wait", paramLabel = "DURATION", arity = "0..1", fallbackValue = "30s", description = "Wait for the decision, up to 60s (without a value: ${FALLBACK-VALUE}).")
    private @Nullable String wait;

    @Option(names = "--request-id", paramLabel = "ID", description = "Makes a repetition harmless (default: a new one).")
    private @Nullable String requestId;

    InstanceArguments instance() {
        return instance;
    }

    /** Why; a command that only looks need not say. */
    String reason() {
        if (reason == null) {
            throw new CommandFailure(ExitCode.USAGE, "Missing required option: '--reason=TEXT'");
        }
        return reason;
    }

    OutputOption output() {
        return output;
    }

    ApiClient client(Surroundings surroundings) {
        return new ApiClient(server.address(surroundings), ANSWER);
    }

    /** Sends the request and says what became of it. */
    int submit(String action, Record body, Surroundings surroundings) {
        Duration longest = waitTime();
        String id = requestId == null ? UUID.randomUUID().toString() : requestId;
        ApiAnswer answer = client(surroundings).waiting(ANSWER.plus(longest)).post(instance.path() + "/" + action
                + (longest.isZero() ? "" : "?wait=" + DurationText.format(longest)), id, body);
        JsonNode result = answer.orFail();
        boolean undecided = answer.status() == ACCEPTED;
        if (output.json()) {
            output.print(result, surroundings.out());
        } else {
            surroundings.out().println(undecided
                    ? "Accepted as request " + result.path("requestId").asString(id)
                            + "; the decision is seen with: reprise instances explain"
                    : result.path("reason").asString("") + ": " + result.path("meaning").asString("") + " "
                            + result.path("detail").asString(""));
        }
        return undecided && !longest.isZero() ? ExitCode.WAIT_TIMED_OUT.value() : ExitCode.OK.value();
    }

    private Duration waitTime() {
        if (wait == null) {
            return Duration.ZERO;
        }
        try {
            Duration longest = DurationText.parse(wait);
            if (longest.compareTo(LONGEST_WAIT) <= 0) {
                return longest;
            }
        } catch (IllegalArgumentException _) {
            // told below, as a wait that is too long
        }
        throw new CommandFailure(ExitCode.USAGE, "--wait: expected 0s to 60s, found " + wait);
    }
}
