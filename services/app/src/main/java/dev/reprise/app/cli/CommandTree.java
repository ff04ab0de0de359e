// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.runtime.lifecycle.ExitCode;

/** Puts the commands together, with one rule for every failure: one clear line on standard error and an exit code. */
public final class CommandTree {

    /** The exit codes with what they mean, as the help and the documentation list them. */
    static final Map<String, String> EXIT_CODES = exitCodes();

    private CommandTree() {}

    /** The whole command line, ready to be executed. */
    public static CommandLine of(Surroundings surroundings) {
        CommandLine root = new CommandLine(new RepriseCommand());
        root.addSubcommand(new UpCommand(surroundings)).addSubcommand(new ServeCommand(surroundings))
                .addSubcommand(new DemoCommand(surroundings))
                .addSubcommand(new CommandLine(new ExecCommand(surroundings)).setStopAtPositional(true))
                .addSubcommand(group(new JobsCommand(), new JobsApplyCommand(surroundings),
                        new JobsListCommand(surroundings)))
                .addSubcommand(group(new InstancesCommand(), new InstancesListCommand(surroundings),
                        new InstancesExplainCommand(surroundings)))
                .addSubcommand(new RerunCommand(surroundings)).addSubcommand(new ApproveCommand(surroundings))
                .addSubcommand(new RejectCommand(surroundings))
                .addSubcommand(group(new AlertsCommand(), new AlertsListCommand(surroundings)))
                .addSubcommand(group(new TopicsCommand(), new TopicsPlanCommand(surroundings),
                        new TopicsApplyCommand(surroundings)))
                .addSubcommand(new VersionCommand(surroundings)).addSubcommand(new CompletionCommand(surroundings));
        root.setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setExecutionExceptionHandler(failures(surroundings));
        root.setParameterExceptionHandler((wrong, _) -> usage(wrong, surroundings));
        root.getCommandSpec().usageMessage().exitCodeList(EXIT_CODES);
        return root;
    }

    private static CommandLine group(Object command, Object... members) {
        CommandLine group = new CommandLine(command);
        for (Object member : members) {
            group.addSubcommand(member);
        }
        return group;
    }

    private static IExecutionExceptionHandler failures(Surroundings surroundings) {
        return (failure, command, parsed) -> {
            if (RepriseCommand.debug(command)) {
                failure.printStackTrace(surroundings.err());
            }
            return switch (failure) {
                case CommandFailure known -> told(surroundings, known.code(), String.valueOf(known.getMessage()));
                default -> told(surroundings, ExitCode.INTERNAL, "internal error: " + failure
                        + "; --debug shows where");
            };
        };
    }

    private static int told(Surroundings surroundings, ExitCode code, String message) {
        message.lines().forEach(surroundings::warn);
        return code.value();
    }

    private static int usage(ParameterException wrong, Surroundings surroundings) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        String nearest = wrong instanceof UnmatchedArgumentException unmatched
                ? String.join(", ", unmatched.getSuggestions())
                : "";
        surroundings.warn(wrong.getMessage() + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?") + " ("
                + command + " --help)");
        return ExitCode.USAGE.value();
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            codes.put(Integer.toString(code.value()), meaning(code));
        }
        return codes;
    }

    private static String meaning(ExitCode code) {
        return switch (code) {
            case OK -> "done";
            case INTERNAL -> "a fault of Reprise";
            case USAGE -> "the command line, a file or the configuration is not usable";
            case NOT_FOUND -> "what was asked for does not exist";
            case REFUSED_BY_POLICY -> "refused by policy: not idempotent, already open, budget spent";
            case NOT_AUTHORISED -> "not authenticated, or not allowed";
            case WAIT_TIMED_OUT -> "a wait ended without the result";
            case UNREACHABLE -> "the server or Kafka does not answer; trying again may help";
            case CONFLICT -> "the state is not what the caller thought";
            case CHECK_FOUND_PROBLEMS -> "a check ran and found problems";
            case PERMIT_REFUSED -> "the gate refused the permit to run";
            case START_REFUSED -> "not started: a directory or port is in use, or a promise could not be kept";
        };
    }
}
