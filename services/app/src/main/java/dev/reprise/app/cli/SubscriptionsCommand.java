// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands below {@code reprise subscriptions}; alone it only asks for one. */
@Command(name = "subscriptions", synopsisSubcommandLabel = "COMMAND", description = "Who is told of what, made while everything runs.")
final class SubscriptionsCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
