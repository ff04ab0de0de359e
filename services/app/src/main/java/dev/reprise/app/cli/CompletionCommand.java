// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise completion bash}. */
@Command(name = "completion", description = "Print a script that completes commands and options: source <(reprise completion bash).")
final class CompletionCommand implements Callable<Integer> {

    /** The shells there is a script for. */
    enum Shell {
        BASH
    }

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.BASH;

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.out().println(switch (shell) {
            case BASH -> AutoComplete.bash("reprise", spec.root().commandLine());
        });
        return ExitCode.OK.value();
    }
}
