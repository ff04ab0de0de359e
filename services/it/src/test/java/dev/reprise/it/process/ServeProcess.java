// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * {@code reprise serve --roles ROLE} against a cluster, restarted on the same state as often as a test likes. A failpoint can
 * be set while it runs.
 */
public final class ServeProcess implements AutoCloseable {
    /** How long the group waits for a sign of life of a member. */
    public static final Duration SESSION = Duration.ofSeconds(6);
    /** A busy machine starts slowly. */
    private static final Duration READY_WITHIN = Duration.ofMinutes(8);
    /** What the log says when all services of the process do their work. */
    private static final String READY = "ServeRun - ready";

    private static final int MOST_RESTARTS = 3;

    private final String name;
    private final Path directory;
    private final Settings settings;
    private OsProcess process;
    private long starts;

    /**
     * How it is run.
     *
     * @param role what it does
     * @param bootstrapServers the cluster
     * @param replicationFactor how many copies each topic has
     * @param launcher what stands before {@code java}
     * @param kafka lines of the section {@code kafka} of its configuration, such as {@code streams: {...}}
     */
    public record Settings(String role, String bootstrapServers, int replicationFactor, List<String> launcher,
            List<String> kafka) {}

    /** Starts it and returns at once. */
    public ServeProcess(String name, Path directory, Settings settings) {
        this.name = name;
        this.directory = directory;
        this.settings = settings;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = launch();
    }

    /** Its name, for people. */
    public String name() {
        return name;
    }

    /** The process as it is now. */
    public OsProcess process() {
        return process;
    }

    /**
     * Sets a failpoint for the next passing, by whichever process of this role in the same directory:
     * {@code SERVICE.NAME:MODE}.
     */
    public void fail(String failpoint) {
        try {
            Path written = Files.writeString(directory.resolve("fail.new"), failpoint);
            Files.move(written, failFile(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the failpoint that was set is still to be reached. */
    public boolean isArmed() {
        return Files.exists(failFile());
    }

    /** Takes back a failpoint that was not reached. */
    public void disarm() {
        try {
            Files.deleteIfExists(failFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again where it has ended; continues it where it is stopped. */
    public void heal() {
        if (process.isAlive()) {
            process.resume();
        } else {
            process = launch();
        }
    }

    /** Waits until it does its work; where it ends by itself, it is started again a few times, as a supervisor does. */
    public void awaitReady() {
        int[] restarts = {0};
        await(name + " to be ready, see " + process.log()).atMost(READY_WITHIN)
                .pollInterval(Duration.ofMillis(100)).until(() -> {
                    if (!process.isAlive() && restarts[0]++ < MOST_RESTARTS) {
                        process = launch();
                    } else if (!process.isAlive()) {
                        throw new IllegalStateException(name + " has ended, see " + process.log());
                    }
                    return process.count(READY) >= starts;
                });
    }

    /** Deletes its local state; only while it does not run. */
    public void forgetState() {
        try (var files = Files.walk(directory.resolve("state").resolve("streams"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }

    private Path failFile() {
        return directory.resolveSibling("fail-" + settings.role());
    }

    private OsProcess launch() {
        Path config = directory.resolve("reprise.yaml");
        Path log = directory.resolve("reprise.log");
        try {
            Files.writeString(config, """
                    kafka:
                      bootstrap-servers: "%s"
                      consumer: {session.timeout.ms: "%3$d", heartbeat.interval.ms: "1000"}
                    %4$s
                    topics: {partitions: 3, replication-factor: %5$d}
                    state-directory: "%2$s"
                    instance: %6$s
                    http: {host: 127.0.0.1, port: 0}
                    runner:
                      dispatch: {retry: {initial: 300ms, max: 2s, unsent-patience: 20s}, drain: 3s}
                      process: {check: 200ms, claim-wait: 5s, heartbeat: 2s}
                    """.formatted(settings.bootstrapServers(), directory.resolve("state"), SESSION.toMillis(),
                    "  " + String.join("\n  ", settings.kafka()), settings.replicationFactor(), name));
            starts = Files.exists(log) ? countReady(log) + 1 : 1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return OsProcess.start(settings.launcher(), List.of("-Xmx256m", "-Dreprise.fail=@" + failFile()),
                "dev.reprise.app.RepriseMain",
                List.of("serve", "--dev", "--roles", settings.role(), "--config", config.toString()), log);
    }

    private static long countReady(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(READY)).count();
        }
    }
}
