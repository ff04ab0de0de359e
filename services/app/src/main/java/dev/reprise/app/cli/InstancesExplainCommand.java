// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.Pages;
import dev.reprise.app.output.InstanceStory;
import dev.reprise.app.output.Table;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise instances explain}: why an instance stands where it stands. */
@Command(name = "explain", description = "Tell every decision about an instance and why, the oldest first.")
final class InstancesExplainCommand implements Callable<Integer> {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private InstanceArguments instance = new InstanceArguments();

    InstancesExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ApiClient client = new ApiClient(server.address(surroundings), TIMEOUT);
        JsonNode summary = client.get(instance.path()).orFail();
        List<JsonNode> decisions = new Pages(client).read(instance.path() + "/decisions", Integer.MAX_VALUE).items();
        if (output.json()) {
            output.print(decisions, new Table(), surroundings.out());
        } else {
            new InstanceStory(ZoneId.systemDefault()).print(summary, decisions, surroundings.out());
        }
        return ExitCode.OK.value();
    }
}
