// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that died, a few times: a passing fault heals so. A fault that comes again at once is ours or
 * the cluster's, and stopping loudly is better than a loop.
 */
final class ThreadReplacement implements StreamsUncaughtExceptionHandler {
    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadReplacement.class);
    private static final int REPLACEMENTS = 5;
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private final Deque<Instant> deaths = new ArrayDeque<>();
    private final Consumer<String> onFatal;

    ThreadReplacement(Consumer<String> onFatal) {
        this.onFatal = onFatal;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable fault) {
        Instant now = Instant.now();
        deaths.add(now);
        while (deaths.peekFirst() != null && deaths.peekFirst().isBefore(now.minus(WINDOW))) {
            deaths.removeFirst();
        }
        boolean again = deaths.size() <= REPLACEMENTS;
        LOGGER.atError().setCause(fault).addKeyValue("deaths", deaths.size()).addKeyValue("replaced", again)
                .log("a stream thread died");
        if (again) {
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        onFatal.accept("the coordinator stopped: " + fault);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
}
