// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.PlanTree;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise rerun}: a person asks for a rerun, of one instance or of all that follows from it. */
@Command(name = "rerun", description = "Ask for a rerun of an instance.")
final class RerunCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private OperatorOptions operator = new OperatorOptions();

    @Option(names = "--force", description = "Even if the instance has succeeded.")
    private boolean force;

    @Option(names = "--accept-not-idempotent", description = "Even if the job is not known to be safe to repeat: you answer for it.")
    private boolean acceptNotIdempotent;

    @Option(names = "--with-downstream", description = "Also what reads its output, directly or not, once that is written anew.")
    private boolean withDownstream;

    @Option(names = "--plan", description = "Only show what --with-downstream would do; asks for nothing.")
    private boolean planOnly;

    @Option(names = {"-y", "--yes"}, description = "Do not ask before a rerun with all that follows.")
    private boolean confirmed;

    RerunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What is sent. */
    private record Body(String reason, boolean force, boolean acceptNotIdempotent, boolean withDownstream) {}

    @Override
    public Integer call() {
        if (planOnly) {
            return plan();
        }
        Body body = new Body(operator.reason(), force, acceptNotIdempotent, withDownstream);
        if (withDownstream) {
            confirm();
        }
        return operator.submit("rerun", body, surroundings);
    }

    private int plan() {
        if (!withDownstream) {
            throw new CommandFailure(ExitCode.USAGE, "--plan shows what --with-downstream would do: give both");
        }
        JsonNode plan = fetch();
        if (operator.output().json()) {
            operator.output().print(plan, surroundings.out());
        } else {
            new PlanTree(plan).print(surroundings.out());
        }
        return ExitCode.OK.value();
    }

    /** One word can set many jobs in motion: it is shown which, and asked unless the answer was given before. */
    private void confirm() {
        if (!confirmed && !surroundings.isTerminal()) {
            throw new CommandFailure(ExitCode.USAGE,
                    "--with-downstream may rerun many instances, and nobody can be asked"
                            + " here: look at it with --plan, then confirm it with --yes");
        }
        PlanTree plan = new PlanTree(fetch());
        // A program that reads JSON from standard output gets the answer alone.
        PrintStream people = operator.output().json() ? surroundings.err() : surroundings.out();
        plan.print(people);
        people.println();
        if (!confirmed && !surroundings.agrees("Ask for this rerun?")) {
            throw new CommandFailure(ExitCode.CONFLICT, "nothing was asked for");
        }
    }

    private JsonNode fetch() {
        String path = new Query(operator.instance().path() + "/downstream").with("force", flag(force))
                .with("acceptNotIdempotent", flag(acceptNotIdempotent)).text();
        return operator.client(surroundings).get(path).orFail();
    }

    private static Optional<String> flag(boolean set) {
        return set ? Optional.of("true") : Optional.empty();
    }
}
