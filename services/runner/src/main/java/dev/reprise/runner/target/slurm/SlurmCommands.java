// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.reprise.runner.target.scheduler.Order;

/**
 * Runs the programs of Slurm, each with a list of arguments, an environment of its own, a bounded output and a bounded
 * time. Nothing of the runner's environment but PATH reaches them: it may hold secrets.
 */
final class SlurmCommands {
    private static final int MOST_READ = 64 * 1024;
    private static final int MOST_TOLD = 400;

    private final Order order;

    /** What a program came to. */
    sealed interface Result {
        /**
         * It has ended.
         *
         * @param status its exit status
         * @param output what it wrote, both streams, at most {@value #MOST_READ} bytes
         */
        record Ended(int status, String output) implements Result {
            boolean says(String words) {
                return output.contains(words);
            }
        }

        /**
         * It could not be started.
         *
         * @param detail why not
         */
        record NotStarted(String detail) implements Result {}

        /**
         * It was started and has not ended in its time.
         *
         * @param detail what happened
         */
        record Unfinished(String detail) implements Result {}
    }

    SlurmCommands(Order order) {
        this.order = order;
    }

    Result run(String program, List<String> arguments, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        words.add(order.optional("bin").map(folder -> Path.of(folder, program).toString()).orElse(program));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        Optional<String> path = Optional.ofNullable(builder.environment().get("PATH"));
        builder.environment().clear();
        builder.environment().put("PATH", path.orElse("/usr/bin:/bin"));
        order.optional("conf").ifPresent(conf -> builder.environment().put("SLURM_CONF", conf));
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new Result.NotStarted(program + " cannot be started: " + e.getMessage()
                    + "; install the Slurm client, or set bin to its directory");
        }
        return await(program, process);
    }

    private Result await(String program, Process process) {
        CompletableFuture<String> output = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> read(process.getInputStream(), output));
        try {
            if (process.waitFor(order.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                return new Result.Ended(process.exitValue(),
                        order.redaction().apply(output.completeOnTimeout("", 5, TimeUnit.SECONDS).join()));
            }
            return new Result.Unfinished(
                    program + " has not ended within " + order.timeout().toMillis() + " ms");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Result.Unfinished("the runner stopped while " + program + " ran");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void read(InputStream in, CompletableFuture<String> output) {
        try (in) {
            output.complete(new String(in.readNBytes(MOST_READ), StandardCharsets.UTF_8));
        } catch (IOException e) {
            output.complete("");
        }
    }

    /** An ended program for people: one line, bounded. */
    static String told(String program, Result.Ended ended) {
        String line = ended.output().replaceAll("\\p{Cntrl}+", " ").strip();
        return program + " ended with " + ended.status()
                + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(line.length(), MOST_TOLD)));
    }
}
