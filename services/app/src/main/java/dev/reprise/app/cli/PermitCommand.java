// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code reprise permit}: alone it only asks for a command. */
@Command(name = "permit", description = "Ask at the gate from inside a gated command.")
final class PermitCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
