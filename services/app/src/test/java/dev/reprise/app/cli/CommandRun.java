// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One command, run in this process.
 *
 * @param code its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandRun(int code, String out, String err) {

    /** Runs a command in an environment. */
    public static CommandRun of(Map<String, String> environment, String... words) {
        return of(environment, "", words);
    }

    /** Runs a command in an environment with something on its standard input. */
    public static CommandRun of(Map<String, String> environment, String input, String[] words) {
        return of(environment, input, false, words);
    }

    /** Runs a command before a person who types something. */
    public static CommandRun atTerminal(Map<String, String> environment, String typed, String... words) {
        return of(environment, typed, true, words);
    }

    private static CommandRun of(Map<String, String> environment, String input, boolean terminal, String[] words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = CommandTree.of(new Surroundings(environment,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
                () -> terminal), words)
                .execute(words);
        return new CommandRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
