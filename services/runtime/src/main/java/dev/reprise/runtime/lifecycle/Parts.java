// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a running process. Each is added once it has started and closed in reverse order; a part that does not close
 * in time, or fails to, does not keep the others from closing.
 *
 * <p>Meant for one thread that starts and one that closes.
 */
public final class Parts implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Parts.class);

    private record Part(String name, AutoCloseable closeable) {}

    private final Duration timeout;
    private final Deque<Part> started = new ArrayDeque<>();

    /** Parts that get {@code timeout} each to close. */
    public Parts(Duration timeout) {
        this.timeout = timeout;
    }

    /** Adds a part that has just started, and returns it. */
    public synchronized <T extends AutoCloseable> T add(String name, T part) {
        started.push(new Part(name, part));
        return part;
    }

    /** Closes what is open, the youngest first. Closing twice does nothing. */
    @Override
    public synchronized void close() {
        while (!started.isEmpty()) {
            close(started.pop());
        }
    }

    private void close(Part part) {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        Thread.ofPlatform().name("close-" + part.name()).daemon().start(() -> {
            try {
                part.closeable().close();
                closing.complete(null);
            } catch (Exception e) { // AutoCloseable declares it; whatever it is, the other parts must still close
                closing.completeExceptionally(e);
            }
        });
        try {
            closing.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            LOGGER.atDebug().addKeyValue("part", part.name()).log("part closed");
        } catch (TimeoutException _) {
            LOGGER.atWarn().addKeyValue("part", part.name()).addKeyValue("timeout", timeout)
                    .log("part did not close in time");
        } catch (ExecutionException e) {
            LOGGER.atError().setCause(e.getCause()).addKeyValue("part", part.name()).log("part failed to close");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
