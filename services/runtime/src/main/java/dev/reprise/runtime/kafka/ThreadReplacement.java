// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that died, a few times, as a passing fault heals so. A fault that comes back at once is ours or
 * the cluster's: then the client stops and whoever owns the process is told.
 */
public final class ThreadReplacement implements StreamsUncaughtExceptionHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadReplacement.class);
    private static final int REPLACEMENTS = 5;
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Consumer<String> onFatal;
    private final InstantSource clock;
    private final Deque<Instant> deaths = new ArrayDeque<>();

    /** Tells {@code onFatal}, in one line, when threads are not replaced any more. */
    public ThreadReplacement(Consumer<String> onFatal, InstantSource clock) {
        this.onFatal = onFatal;
        this.clock = clock;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable fault) {
        Instant now = clock.instant();
        deaths.add(now);
        deaths.removeIf(death -> death.isBefore(now.minus(WINDOW)));
        boolean again = deaths.size() <= REPLACEMENTS;
        LOGGER.atError().setCause(fault).addKeyValue("deaths", deaths.size()).addKeyValue("replaced", again)
                .log("stream thread died");
        if (again) {
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        onFatal.accept("a stream application stopped: " + fault);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
}
