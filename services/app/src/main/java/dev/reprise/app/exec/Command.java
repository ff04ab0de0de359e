// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.schemas.event.ErrorEvidence;

/**
 * A program as a child process: no shell in between, standard input inherited, output carried through byte by byte.
 */
final class Command {

    private static final Pattern ERROR = Pattern.compile("error[=:]\\s*(\\d+)");
    private static final String NO_SUCH_FILE = "2";
    /** More than the evidence holds, as long stack traces are folded. */
    private static final int KEPT = 16 * ErrorEvidence.MAX_OUTPUT;
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    /** How long a pipe may stay silent after the command's end before what it left behind is no longer waited for. */
    private static final Duration QUIET = Duration.ofMillis(500);

    private final List<String> words;
    private final OutputStream stdout;
    private final OutputStream stderr;
    private final OutputTail tail = new OutputTail(KEPT);

    private final boolean oneStream;
    private final Map<String, String> told;

    /**
     * Makes a command that is not started yet.
     *
     * @param oneStream whether both outputs go to one place: then they share one pipe, since only that keeps the order
     *        between the two
     * @param told environment variables beside those of this process
     */
    Command(List<String> words, OutputStream stdout, OutputStream stderr, boolean oneStream,
            Map<String, String> told) {
        this.told = Map.copyOf(told);
        this.words = List.copyOf(words);
        this.stdout = stdout;
        this.stderr = stderr;
        this.oneStream = oneStream;
    }

    /**
     * Runs it to its end; signals that arrive meanwhile go to it.
     *
     * @param onStart called once it runs, and not where it cannot be started
     */
    CommandEnd run(Runnable onStart) throws InterruptedException {
        try (SignalRelay signals = new SignalRelay()) {
            ProcessBuilder builder = new ProcessBuilder(words).redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectErrorStream(oneStream);
            builder.environment().putAll(told);
            Process process = builder.start();
            signals.to(process);
            List<OutputPump> pumps = new ArrayList<>();
            pumps.add(OutputPump.start("stdout", process.getInputStream(), stdout, tail));
            if (!oneStream) {
                pumps.add(OutputPump.start("stderr", process.getErrorStream(), stderr, tail));
            }
            onStart.run();
            int code = process.waitFor();
            pumps.forEach(OutputPump::commandEnded);
            for (OutputPump pump : pumps) {
                pump.drain(QUIET);
            }
            return new CommandEnd.Exited(code, StackTraces.folded(tail.text(), ErrorEvidence.MAX_OUTPUT));
        } catch (IOException e) {
            return notStarted(e);
        }
    }

    private CommandEnd notStarted(IOException e) {
        String reason = String.valueOf(e.getMessage());
        // The only way in which Java tells the two apart is the number of the error in the text.
        Matcher number = ERROR.matcher(reason);
        boolean absent = number.find() && number.group(1).equals(NO_SUCH_FILE);
        return absent
                ? new CommandEnd.NotStarted(NOT_FOUND, words.getFirst() + ": command not found")
                : new CommandEnd.NotStarted(NOT_EXECUTABLE, words.getFirst() + ": cannot be executed: " + reason);
    }

    /** Whether standard output and standard error of this process are one file, pipe or terminal. */
    static boolean outputsAreOne() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1"))
                    .equals(Files.readSymbolicLink(Path.of("/proc/self/fd/2")));
        } catch (IOException | UnsupportedOperationException _) {
            return false; // no /proc
        }
    }
}
