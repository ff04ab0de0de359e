// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
        return of(surroundings, commands(surroundings).values());
    }

    /**
     * The command line as far as these words need it. To look through all commands takes longer than many a command runs,
     * and {@code exec} stands in front of every job.
     */
    public static CommandLine of(Surroundings surroundings, String... words) {
        Map<String, Supplier<CommandLine>> commands = commands(surroundings);
        Supplier<CommandLine> named = words.length == 0 ? null : commands.get(words[0]);
        boolean needsAll = named == null || words[0].equals("completion");
        return of(surroundings, needsAll ? commands.values() : List.of(named));
    }

    private static CommandLine of(Surroundings surroundings, Collection<Supplier<CommandLine>> commands) {
        CommandLine root = new CommandLine(new RepriseCommand());
        commands.forEach(command -> {
            CommandLine line = command.get();
            root.addSubcommand(line.getCommandName(), line);
        });
        root.setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setExecutionExceptionHandler(failures(surroundings));
        root.setParameterExceptionHandler((wrong, _) -> usage(wrong, surroundings));
        root.getCommandSpec().usageMessage().exitCodeList(EXIT_CODES);
        return root;
    }

    /** In the order of the help. */
    private static Map<String, Supplier<CommandLine>> commands(Surroundings around) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("demo", () -> new CommandLine(new DemoCommand(around)));
        commands.put("up", () -> new CommandLine(new UpCommand(around)));
        commands.put("serve", () -> new CommandLine(new ServeCommand(around)));
        commands.put("exec", () -> new CommandLine(new ExecCommand(around)).setStopAtPositional(true));
        commands.put("permit", () -> group(new PermitCommand(), new PermitCommitCommand(around)));
        commands.put("jobs", () -> group(new JobsCommand(), new JobsApplyCommand(around), new JobsListCommand(around),
                new JobsExplainCommand(around)));
        commands.put("instances", () -> group(new InstancesCommand(), new InstancesListCommand(around),
                new InstancesExplainCommand(around)));
        commands.put("rerun", () -> new CommandLine(new RerunCommand(around)));
        commands.put("approve", () -> new CommandLine(new ApproveCommand(around)));
        commands.put("reject", () -> new CommandLine(new RejectCommand(around)));
        commands.put("alerts", () -> group(new AlertsCommand(), new AlertsListCommand(around),
                new AlertsAckCommand(around), new AlertsRouteTestCommand(around)));
        commands.put("silences", () -> group(new SilencesCommand(), new SilencesListCommand(around),
                new SilencesAddCommand(around), new SilencesExpireCommand(around)));
        commands.put("subscriptions", () -> group(new SubscriptionsCommand(), new SubscriptionsListCommand(around),
                new SubscriptionsApplyCommand(around), new SubscriptionsTestCommand(around)));
        commands.put("storms", () -> group(new StormsCommand(), new StormsListCommand(around),
                new StormsHoldCommand(around), new StormsReleaseCommand(around)));
        commands.put("controls", () -> group(new ControlsCommand(), new ControlsListCommand(around)));
        commands.put("pause", () -> new CommandLine(new PauseCommand(around)));
        commands.put("freeze", () -> new CommandLine(new FreezeCommand(around)));
        commands.put("resume", () -> new CommandLine(new ResumeCommand(around)));
        commands.put("topics", () -> group(new TopicsCommand(), new TopicsPlanCommand(around),
                new TopicsApplyCommand(around)));
        commands.put("audit", () -> new CommandLine(new AuditCommand(around)));
        commands.put("lint", () -> new CommandLine(new LintCommand(around)));
        commands.put("classify", () -> new CommandLine(new ClassifyCommand(around)));
        commands.put("simulate", () -> new CommandLine(new SimulateCommand(around)));
        commands.put("password", () -> group(new PasswordCommand(), new PasswordHashCommand(around)));
        commands.put("version", () -> new CommandLine(new VersionCommand(around)));
        commands.put("completion", () -> new CommandLine(new CompletionCommand(around)));
        return commands;
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
