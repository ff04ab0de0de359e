// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the request to end from wherever it comes (a signal, a fatal fault) to the main thread, which closes everything:
 *
 * <pre>{@code
 * Termination termination = Termination.onSignal(Duration.ofSeconds(25));
 * try (XApp app = XApp.start(config, fault -> termination.request(ExitCode.INTERNAL, fault))) {
 *     code = termination.await();
 * }
 * termination.finished();
 * System.exit(code.value());
 * }</pre>
 */
public final class Termination {

    private static final Logger LOGGER = LoggerFactory.getLogger(Termination.class);

    private final CompletableFuture<ExitCode> requested = new CompletableFuture<>();
    private final CountDownLatch finished = new CountDownLatch(1);

    private Termination() {}

    /**
     * A termination that SIGTERM and SIGINT request with {@link ExitCode#OK}.
     *
     * @param grace how long the main thread may take to close everything before the process is ended under its hands
     */
    public static Termination onSignal(Duration grace) {
        Termination termination = new Termination();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("termination").unstarted(() -> termination.end(grace)));
        return termination;
    }

    /** Asks the main thread to end; the first request decides the exit code. Returns at once, from any thread. */
    public void request(ExitCode code, String reason) {
        if (requested.complete(code)) {
            (code == ExitCode.OK ? LOGGER.atInfo() : LOGGER.atError()).addKeyValue("exitCode", code.value())
                    .addKeyValue("reason", reason).log("ending");
        }
    }

    /** Waits for a request, however long; an interrupt counts as one. */
    public ExitCode await() {
        try {
            return requested.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            request(ExitCode.INTERNAL, "interrupted");
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException("a request is never completed exceptionally", e);
        }
        return requested.join();
    }

    /** Tells that everything is closed, so that a signal's ending need not wait longer. */
    public void finished() {
        finished.countDown();
    }

    /** Runs as a shutdown hook: after a signal the Java machine would otherwise end with 143, whatever main returns. */
    private void end(Duration grace) {
        if (finished.getCount() == 0) {
            return; // main ended by itself
        }
        request(ExitCode.OK, "signal");
        try {
            if (!finished.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                LOGGER.atWarn().addKeyValue("grace", grace).log("not closed in time");
                Runtime.getRuntime().halt(ExitCode.INTERNAL.value());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(requested.join().value());
    }
}
