// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.exec.Passage;
import dev.reprise.app.exec.PermitAsker;
import dev.reprise.app.exec.PermitClient;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.decision.Gate;

/** {@code reprise permit commit}: may the run that this command is part of publish? */
@Command(name = "commit", description = "Inside 'reprise exec --gate ...': may this run publish now? Prints its fencing token, or ends with exit code 75.")
final class PermitCommitCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    PermitCommitCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        PermitAsker asker = asker();
        PermitClient client = new PermitClient(server.address(surroundings), GateOptions.timeout("REPRISE_GATE_TIMEOUT",
                surroundings.variable("REPRISE_GATE_TIMEOUT").orElse("60s")));
        boolean proceeds = GateOptions.proceeds("REPRISE_GATE_AWAY",
                surroundings.variable("REPRISE_GATE_AWAY").orElse("refuse"));
        return switch (client.ask(asker, Gate.COMMIT)) {
            case Passage.Granted granted -> {
                surroundings.out().println(granted.token());
                yield ExitCode.OK.value();
            }
            case Passage.Refused refused -> refuse(refused.reason() + ": " + refused.detail());
            case Passage.Unanswered away when proceeds -> {
                surroundings.warn("no permit to publish, going on without one: " + away.detail());
                yield ExitCode.OK.value();
            }
            case Passage.Unanswered away -> refuse(away.detail());
        };
    }

    private PermitAsker asker() {
        try {
            return PermitAsker.in(surroundings.environment()).orElseThrow(() -> new CommandFailure(ExitCode.USAGE,
                    "there is no gated run: call it inside 'reprise exec --gate commit -- COMMAND'"));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e);
        }
    }

    private int refuse(String why) {
        surroundings.warn("not allowed to publish: " + why);
        return ExitCode.PERMIT_REFUSED.value();
    }
}
