// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands below {@code reprise instances}; alone it only asks for one. */
@Command(name = "instances", synopsisSubcommandLabel = "COMMAND", description = "Instances: a job and one data partition, with all that was decided about it.")
final class InstancesCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
