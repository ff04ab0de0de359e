// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.failpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failpoint that is set, if any: {@code SERVICE.NAME:MODE}, with {@code :n} for the n-th passing. {@code kill} ends the
 * process as kill -9 does, {@code stop} stops it until it gets SIGCONT, {@code throw} throws there. {@code @FILE} takes the
 * setting from a file instead, which may come while the process runs and is deleted once the place is reached. For any
 * thread.
 */
public final class Failpoints {
    /** The system property that sets one. */
    public static final String PROPERTY = "reprise.fail";

    private static final Logger LOGGER = LoggerFactory.getLogger(Failpoints.class);
    /** What a process reports that was killed by signal 9. */
    private static final int KILLED = 137;

    private final Place[] places;
    private final Optional<Path> file;
    private volatile Armed armed;

    /** A setting and how often its place was passed; the text tells whether the file has changed. */
    private record Armed(String text, Optional<Setting> setting, AtomicInteger passings) {
        static final Armed NOTHING = new Armed("", Optional.empty(), new AtomicInteger());
    }

    private Failpoints(Optional<Path> file, Armed armed, Place... places) {
        this.places = places;
        this.file = file;
        this.armed = armed;
    }

    /** None is set: passing any costs two comparisons. */
    public static Failpoints none() {
        return new Failpoints(Optional.empty(), Armed.NOTHING);
    }

    /**
     * What a text sets for a service; nothing where it names another one.
     *
     * @param text the setting, or {@code @FILE}
     * @param places all places of the service, of which there is at least one
     * @throws IllegalArgumentException naming the form, or the places there are
     */
    public static Failpoints of(String text, Place... places) {
        return text.startsWith("@")
                ? new Failpoints(Optional.of(Path.of(text.substring(1))), Armed.NOTHING, places.clone())
                : new Failpoints(Optional.empty(), arm(text, places), places.clone());
    }

    /**
     * What the system property sets for a service; nothing where it is absent or names another one.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static Failpoints fromSystemProperty(Place... places) {
        String text = System.getProperty(PROPERTY);
        return text == null ? none() : of(text, places);
    }

    /** Whether one is set, or may be later: what would have to be built for it alone need not be. */
    public boolean isSet() {
        return file.isPresent() || armed.setting().isPresent();
    }

    /**
     * Passes a place: ends the process without any clean-up, stops it, or throws, where that is set.
     *
     * @throws FailpointException where it is set to throw
     */
    public void pass(Place place) {
        Armed now = file.map(this::read).orElse(armed);
        if (now.setting().isEmpty() || now.setting().get().place() != place
                || now.passings().incrementAndGet() != now.setting().get().passing()) {
            return;
        }
        if (file.isPresent() && !deleted(file.get())) {
            return;
        }
        LOGGER.atWarn().addKeyValue("failpoint", place.text()).addKeyValue("mode", now.setting().get().mode())
                .log("failpoint reached");
        switch (now.setting().get().mode()) {
            case KILL -> Runtime.getRuntime().halt(KILLED);
            case STOP -> stop();
            case THROW -> throw new FailpointException(place);
        }
    }

    private static Armed arm(String text, Place... places) {
        return new Armed(text, Setting.of(text, places), new AtomicInteger());
    }

    private synchronized Armed read(Path from) {
        try {
            String text = Files.readString(from).strip();
            if (!text.equals(armed.text())) {
                armed = arm(text, places);
            }
        } catch (NoSuchFileException _) {
            armed = Armed.NOTHING;
        } catch (IOException e) {
            throw new IllegalStateException(from + " cannot be read", e);
        }
        return armed;
    }

    /** Several processes may share a file: the first to reach the place has it. */
    private static boolean deleted(Path file) {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be deleted", e);
        }
    }

    /** The thread that got here waits for the signal to be sent, so it cannot get further before it is stopped. */
    private static void stop() {
        try {
            Process kill = new ProcessBuilder("kill", "-STOP", Long.toString(ProcessHandle.current().pid()))
                    .inheritIO().start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -STOP ended with " + kill.exitValue());
            }
        } catch (IOException e) {
            throw new IllegalStateException("kill cannot be run", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
