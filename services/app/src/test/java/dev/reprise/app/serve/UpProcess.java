// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code reprise up} of the distribution as a process of its own, with what it wrote. */
final class UpProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Pattern ADDRESS = Pattern.compile("Console\\s+(http://\\S+[^/\\s])");

    private final Process process;
    private final Path out;
    private final Path err;

    private UpProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts it on a directory; {@code logs} takes its two streams. */
    static UpProcess start(Path data, Path logs) {
        return start(data, logs, Map.of());
    }

    /** Starts it with more in its environment and further options. */
    static UpProcess start(Path data, Path logs, Map<String, String> environment, String... options) {
        try {
            Path out = Files.createTempFile(logs, "up", ".out");
            Path err = Files.createTempFile(logs, "up", ".err");
            List<String> command = new ArrayList<>(
                    List.of("target/reprise/bin/reprise", "up", "--data", data.toString(), "--port", "0"));
            command.addAll(List.of(options));
            ProcessBuilder up = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            up.environment().putAll(environment);
            up.environment().put("REPRISE_JAVA_HOME", System.getProperty("java.home"));
            up.environment().put("REPRISE_CACHE", "off");
            return new UpProcess(up.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the banner and returns the address in it. */
    String awaitReady() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200))
                .until(() -> !process.isAlive() || ADDRESS.matcher(Files.readString(out)).find());
        Matcher address = ADDRESS.matcher(text(out));
        if (!address.find()) {
            throw new AssertionError("did not become ready, exit code " + process.exitValue() + ":\n" + text(err));
        }
        return address.group(1);
    }

    /** Waits for its end and returns its exit code. */
    int awaitEnd() throws InterruptedException {
        await().atMost(PATIENCE).until(() -> !process.isAlive());
        return process.waitFor();
    }

    String messages() {
        return text(err);
    }

    /** As kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As Ctrl-C or an orderly stop of the machine. */
    void stop() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
