// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.app.config.ConfigFile;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Puts changed subscriptions of the configuration file in force while everything runs. A file with a problem changes nothing,
 * and every problem is told; receivers and all else wait for the next start.
 */
final class SubscriptionsWatch implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(SubscriptionsWatch.class);
    private static final Duration LOOK_EACH = Duration.ofSeconds(2);
    private final Path file;
    private final Map<String, String> environment;
    private final Consumer<NotifierConfig> apply;
    private final Thread thread;
    private NotifierConfig inForce;
    private byte[] seen;

    SubscriptionsWatch(Path file, Map<String, String> environment, NotifierConfig inForce,
            Consumer<NotifierConfig> apply) {
        this.file = file;
        this.environment = Map.copyOf(environment);
        this.inForce = inForce;
        this.apply = apply;
        this.seen = content().orElse(new byte[0]);
        this.thread = Thread.ofVirtual().name("subscriptions-watch").unstarted(this::run);
    }

    /** Begins; without a file there is nothing to be watched. */
    static SubscriptionsWatch begin(Optional<Path> file, Map<String, String> environment, NotifierConfig inForce,
            Consumer<NotifierConfig> apply) {
        SubscriptionsWatch watch = new SubscriptionsWatch(file.orElse(Path.of("")), environment, inForce, apply);
        if (file.isPresent()) {
            watch.thread.start();
        }
        return watch;
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(LOOK_EACH);
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Looks at the file once. */
    void look() {
        Optional<byte[]> now = content();
        if (now.isEmpty() || Arrays.equals(now.get(), seen)) {
            return;
        }
        seen = now.get();
        try {
            NotifierConfig read = ConfigFile.read(Optional.of(file), environment).notifier();
            // Held against the receivers that run: one that is only in the file cannot be told before the next start.
            NotifierConfig next = new NotifierConfig(inForce.links(), inForce.receivers(), read.subscriptions(),
                    read.inhibit());
            if (!next.equals(inForce)) {
                apply.accept(next);
                inForce = next;
                LOGGER.atInfo().addKeyValue("subscriptions", next.subscriptions().size())
                        .log("changed subscriptions are in force");
            }
        } catch (ConfigException e) {
            for (ConfigProblem problem : e.problems()) {
                LOGGER.atError().addKeyValue("file", file).addKeyValue("field", problem.path())
                        .addKeyValue("problem", problem.message()).addKeyValue("fix", problem.fix().orElse("-"))
                        .log("changed configuration is not used, the one before stays in force");
            }
        }
    }

    private Optional<byte[]> content() {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException e) {
            LOGGER.atWarn().addKeyValue("file", file).addKeyValue("problem", e.getMessage())
                    .log("configuration cannot be read, the one before stays in force");
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
