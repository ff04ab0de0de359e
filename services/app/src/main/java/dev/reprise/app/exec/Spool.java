// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.reprise.app.exec.RunEvents.Event;

/**
 * Events that could not be sent, one file each, oldest first by name. Bounded: the oldest go when there are too many.
 * Several processes may use one directory; an event that two of them send is the same event.
 */
final class Spool {

    private static final String ENDING = ".json";

    private final Path directory;
    private final int most;

    /**
     * A spool in a directory that is made with its first event.
     *
     * @param most how many events are kept
     */
    Spool(Path directory, int most) {
        this.directory = directory;
        this.most = most;
    }

    Path directory() {
        return directory;
    }

    /**
     * Keeps an event.
     *
     * @throws UncheckedIOException if the directory cannot be written
     */
    void add(Event event, long millis) {
        try {
            Files.createDirectories(directory);
            List<Path> present = files();
            for (Path oldest : present.subList(0, Math.max(0, present.size() - most + 1))) {
                Files.deleteIfExists(oldest);
            }
            Path partial = Files.createTempFile(directory, "event", ".partial");
            Files.write(partial, event.json());
            // Millis of 13 digits until the year 2286: the order of names is the order of time.
            Files.move(partial, directory.resolve(millis + "-" + System.nanoTime() + "-" + UUID.randomUUID() + ENDING),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep an event in " + directory, e);
        }
    }

    /** The oldest events, at most {@code limit}; none where there is no spool. */
    List<Kept> oldest(int limit) {
        try {
            return files().stream().limit(limit).flatMap(file -> read(file).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory, e);
        }
    }

    void remove(Kept kept) {
        try {
            Files.deleteIfExists(kept.file());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + kept.file(), e);
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
        }
    }

    private static List<Kept> read(Path file) {
        try {
            return List.of(new Kept(file, Files.readAllBytes(file)));
        } catch (NoSuchFileException _) {
            return List.of(); // another process has sent it meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * A kept event.
     *
     * @param file where it is
     * @param json the whole event in structured mode
     */
    record Kept(Path file, byte[] json) {}
}
