// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reprise rerun}: a person asks for a rerun. */
@Command(name = "rerun", description = "Ask for a rerun of an instance.")
final class RerunCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private OperatorOptions operator = new OperatorOptions();

    @Option(names = "--force", description = "Even if the instance has succeeded.")
    private boolean force;

    @Option(names = "--accept-not-idempotent", description = "Even if the job is not known to be safe to repeat: you answer for it.")
    private boolean acceptNotIdempotent;

    RerunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What is sent. */
    private record Body(String reason, boolean force, boolean acceptNotIdempotent) {}

    @Override
    public Integer call() {
        return operator.submit("rerun", new Body(operator.reason(), force, acceptNotIdempotent), surroundings);
    }
}
