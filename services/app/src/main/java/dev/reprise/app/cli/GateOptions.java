// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.exec.GateRules;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.decision.Gate;

/** Where a run asks for a permit, and what it does without an answer. */
final class GateOptions {

    @Option(names = "--gate", paramLabel = "GATE", split = ",", description = "Ask for a permit before the command starts, before its output is published, or both: start, commit. Refused: exit code 75.")
    private List<String> gates = List.of();

    @Option(names = "--publish", paramLabel = "WORD", arity = "1..*", description = "The command that publishes, up to the next option or --; run after the command has succeeded, with --gate commit.")
    private List<String> publish = List.of();

    @Option(names = "--gate-timeout", paramLabel = "DURATION", description = "The longest wait for a permit, 1s to 10m (default: ${DEFAULT-VALUE}).")
    private String timeout = "60s";

    @Option(names = "--gate-away", paramLabel = "POLICY", description = "Without an answer in time: refuse, or proceed with a warning (default: ${DEFAULT-VALUE}).")
    private String away = "refuse";

    GateRules rules() {
        Set<Gate> asked = EnumSet.noneOf(Gate.class);
        gates.forEach(gate -> asked.add(gate(gate)));
        if (!publish.isEmpty() && !asked.contains(Gate.COMMIT)) {
            throw new CommandFailure(ExitCode.USAGE, "--publish: needs --gate commit");
        }
        return new GateRules(asked, timeout("--gate-timeout", timeout), proceeds("--gate-away", away), publish);
    }

    /** A bounded wait, as an option or a variable gives it. */
    static Duration timeout(String name, String text) {
        try {
            Duration longest = DurationText.parse(text);
            if (longest.compareTo(Duration.ofSeconds(1)) >= 0 && longest.compareTo(Duration.ofMinutes(10)) <= 0) {
                return longest;
            }
        } catch (IllegalArgumentException _) {
            // told below, as a wait out of range
        }
        throw new CommandFailure(ExitCode.USAGE, name + ": expected 1s to 10m, found " + text);
    }

    /** What to do without an answer. */
    static boolean proceeds(String name, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "refuse" -> false;
            case "proceed" -> true;
            default -> throw new CommandFailure(ExitCode.USAGE, name + ": expected refuse or proceed, found " + text);
        };
    }

    private static Gate gate(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "start" -> Gate.START;
            case "commit" -> Gate.COMMIT;
            default -> throw new CommandFailure(ExitCode.USAGE, "--gate: expected start or commit, found " + text);
        };
    }
}
