// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits beside the main thread until every service is ready, and says so; if that takes long, says what is missing. */
final class ReadyAnnouncement implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReadyAnnouncement.class);
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Thread thread;

    private ReadyAnnouncement(Thread thread) {
        this.thread = thread;
    }

    /** Begins to wait; {@code onReady} is called once, on a thread of its own. */
    static ReadyAnnouncement begin(Node node, Runnable onReady) {
        return new ReadyAnnouncement(Thread.ofVirtual().name("ready").start(() -> {
            try {
                await(node);
                onReady.run();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Waits until every service is ready, however long. */
    static void await(Node node) throws InterruptedException {
        long tellAt = System.nanoTime() + LONG.toNanos();
        while (!node.readiness().up()) {
            if (System.nanoTime() > tellAt) {
                tellAt += LONG.toNanos();
                LOGGER.atWarn().addKeyValue("missing", LivenessWatch.failing(node.readiness())).log("not ready yet");
            }
            Thread.sleep(INTERVAL);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
