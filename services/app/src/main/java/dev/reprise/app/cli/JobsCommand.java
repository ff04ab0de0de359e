// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands below {@code reprise jobs}; alone it only asks for one. */
@Command(name = "jobs", synopsisSubcommandLabel = "COMMAND", description = "The job registry: what is known of each job, and its policy.")
final class JobsCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
