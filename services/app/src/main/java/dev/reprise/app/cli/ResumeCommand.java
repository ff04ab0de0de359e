// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reprise resume}. */
@Command(name = "resume", description = "Lift the pause or freeze of a scope.")
final class ResumeCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ActOptions act = new ActOptions();

    @Parameters(paramLabel = "SCOPE", description = "As it was paused or frozen: " + ControlOptions.SCOPE)
    private String scope = "";

    ResumeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        String path = new Query("/api/v1/controls").with("scope", Optional.of(scope))
                .with("reason", Optional.of(act.reason())).text();
        return act.submit(surroundings, client -> id -> client.delete(path, id), "nothing is held under " + scope);
    }
}
