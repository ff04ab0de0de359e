// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root: alone it only asks for a command. */
@Command(name = "reprise", mixinStandardHelpOptions = false, scope = ScopeType.INHERIT, synopsisSubcommandLabel = "COMMAND", description = "Reruns failed batch jobs, each at most once, and says why it did or did not.", exitCodeListHeading = "%nExit codes:%n", commandListHeading = "%nCommands:%n", optionListHeading = "%nOptions:%n", footer = {
    "", "Data goes to standard output, messages to standard error. NO_COLOR is honoured."})
final class RepriseCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = {"-h",
        "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help and exit.")
    private boolean help;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show where in the program a failure came from.")
    private boolean debug;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), help ? "" : "a command is missing");
    }

    /** Whether {@code --debug} was given, to whichever command. */
    static boolean debug(CommandLine any) {
        return any.getCommandSpec().root().userObject() instanceof RepriseCommand root && root.debug;
    }
}
