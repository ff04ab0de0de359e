// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.demo.DemoStory;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.Pace;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.Termination;

/** {@code reprise demo}: the story of the demo, played against everything in this process. */
public final class DemoRun {

    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final Duration WEBHOOK_TIMEOUT = Duration.ofSeconds(5);

    private DemoRun() {}

    /**
     * What the person asked for.
     *
     * @param directory where everything is kept; a temporary one, removed in the end, where absent
     * @param exit whether to end after the story, with 0 if all of it held and 1 otherwise
     * @param colour whether the story may use colours
     */
    public record Options(Optional<Path> directory, boolean exit, boolean colour) {}

    /**
     * Plays the story and, unless it is to end then, stays for a look around.
     *
     * @param out where the story is told
     * @return how the process ends
     * @throws dev.reprise.app.client.CommandFailure when it cannot be played
     */
    public static ExitCode run(Options options, PrintStream out) {
        Termination termination = Termination.onSignal(GRACE);
        Path directory = options.directory().orElseGet(DemoRun::temporary);
        try (PrintStream log = log(directory)) {
            // The story is what is to be read; what the services log goes beside it.
            System.setErr(log);
            out.println("Starting Reprise, with a Kafka of its own in this process ...");
            out.flush();
            boolean held = play(options, directory, termination, out);
            if (options.directory().isEmpty() && held) {
                remove(directory);
            } else {
                out.println("Everything is kept in " + directory + ", also the log.");
            }
            return held ? ExitCode.OK : ExitCode.INTERNAL;
        } catch (RuntimeException e) {
            throw Refusals.of(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERNAL;
        } finally {
            termination.finished();
        }
    }

    private static boolean play(Options options, Path directory, Termination termination, PrintStream out)
            throws InterruptedException {
        try (DemoStory story = DemoStory.open(directory.resolve("warehouse"), DemoStory.ownJava(), out,
                options.colour());
                SingleNode single = SingleNode.start(directory.resolve("data"), Optional.of(0), config(story),
                        EnumSet.allOf(Role.class), false, fault -> termination.request(ExitCode.INTERNAL, fault))) {
            ReadyAnnouncement.await(single.node());
            out.println("Reprise is ready. The console is at " + single.uri() + "/ : watch the story there, or here.");
            out.flush();
            CompletableFuture<Boolean> held = new CompletableFuture<>();
            Thread teller = Thread.ofPlatform().name("demo").start(() -> {
                tell(story, single, held);
                if (options.exit() || held.isCompletedExceptionally()) {
                    termination.request(ExitCode.OK, "the story is told");
                } else {
                    out.println("Open " + single.uri() + "/ and ask the console why a job was not rerun, or: reprise"
                            + " instances list --server " + single.uri() + ". Ctrl-C ends it.");
                    out.flush();
                }
            });
            termination.await();
            teller.interrupt();
            teller.join();
            return result(held);
        }
    }

    private static void tell(DemoStory story, SingleNode single, CompletableFuture<Boolean> held) {
        try {
            held.complete(story.run(single.uri()).holds());
        } catch (InterruptedException _) {
            held.complete(false);
        } catch (RuntimeException e) { // the main thread tells it, whatever it is
            held.completeExceptionally(e);
        }
    }

    private static boolean result(CompletableFuture<Boolean> held) {
        try {
            return held.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static AppConfig config(DemoStory story) {
        WebhookSpec owner = new WebhookSpec("owner", story.webhookUrl(), List.of(Secret.of(story.webhookSecret())),
                Map.of(), WEBHOOK_TIMEOUT, true, Pace.DEFAULT, List.of());
        // Only built-in settings: the demo is the same everywhere.
        return ConfigFile.read(Optional.empty(), Map.of()).withHttpPort(0)
                .withNotifier(new NotifierConfig(List.of(owner)));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("reprise-demo");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory can be made", e);
        }
    }

    private static PrintStream log(Path directory) {
        try {
            return new PrintStream(Files.newOutputStream(Files.createDirectories(directory).resolve("reprise.log")),
                    true,
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + directory, e);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }
}
