// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.lint.LintForm;
import dev.reprise.app.lint.LintOrder;
import dev.reprise.app.lint.LintRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/**
 * {@code reprise lint}. The analysis is named in no field and no signature: the help looks at them, without its archives.
 */
@Command(name = "lint", description = "Say whether jobs may be repeated, from their SQL or definition, with the line that"
        + " decides. Needs no server. Ends with 0, or with 10 when a job is as bad as --fail-on.")
final class LintCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files, and folders in which jobs are looked for; - for"
            + " standard input.")
    private List<String> paths = List.of();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORM", description = "text, json or sarif (default: ${DEFAULT-VALUE}).")
    private LintForm form = LintForm.TEXT;

    @Option(names = "--fail-on", paramLabel = "VERDICT", description = "The mildest verdict that fails the check:"
            + " conditional, unknown, not-idempotent, or never (default: ${DEFAULT-VALUE}).")
    private String failOn = "not-idempotent";

    @Option(names = "--dialect", paramLabel = "NAME", description = "The SQL dialect, such as hive, odps or postgres"
            + " (default: ${DEFAULT-VALUE}, which looks at each file).")
    private String dialect = "auto";

    @Option(names = "--baseline", paramLabel = "FILE", description = "Accept the findings that this file lists.")
    private @Nullable Path baseline;

    @Option(names = "--write-baseline", paramLabel = "FILE", description = "Write the findings that are open now to this"
            + " file, for --baseline. The check does not fail.")
    private @Nullable Path writeBaseline;

    @Option(names = "--all", description = "Show jobs with a good verdict too, and what makes it good.")
    private boolean all;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of standard input in the report; its ending says"
            + " what it is (default: ${DEFAULT-VALUE}).")
    private String name = "stdin";

    LintCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (baseline != null && writeBaseline != null) {
            throw new CommandFailure(ExitCode.USAGE,
                    "--baseline and --write-baseline exclude each other: a new baseline lists everything that is open");
        }
        LintOrder order = new LintOrder(paths, name, form, all, failOn, dialect, Optional.ofNullable(baseline),
                Optional.ofNullable(writeBaseline));
        return new LintRun(order, surroundings.in(), surroundings.out(), surroundings.err()).run().value();
    }
}
