// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the launcher make its start-up caches once the process is ready, in a process of its own at the lowest priority: the
 * next start is then several times faster. Nothing waits for it, and nothing depends on it.
 */
final class CacheTraining implements AutoCloseable {

    /** Set by the launcher, to itself, while a cache is missing. */
    private static final String LAUNCHER = "reprise.cache.launcher";
    private static final String COMMAND = "--make-caches";
    private static final Logger LOGGER = LoggerFactory.getLogger(CacheTraining.class);

    private @Nullable Process training;
    private boolean closed;

    /** Begins, if a cache is missing; called once the node is ready. */
    synchronized void begin() {
        Optional<String> launcher = Optional.ofNullable(System.getProperty(LAUNCHER));
        if (closed || launcher.isEmpty()) {
            return;
        }
        try {
            training = new ProcessBuilder(launcher.get(), COMMAND)
                    .redirectInput(Redirect.from(new File("/dev/null"))).redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD).start();
        } catch (IOException e) {
            LOGGER.atDebug().setCause(e).log("start-up caches were not made");
        }
    }

    /** Breaks it off; an unfinished cache is thrown away by the launcher. */
    @Override
    public synchronized void close() {
        closed = true;
        if (training != null) {
            // A Java machine that is asked politely would first finish the cache.
            training.descendants().forEach(ProcessHandle::destroyForcibly);
            training.destroy();
        }
    }
}
