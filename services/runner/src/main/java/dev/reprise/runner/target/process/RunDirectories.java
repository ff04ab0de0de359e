// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.schemas.id.RerunId;

/**
 * All run directories of one place. The directory is the memory of the process target: a key is known here and nowhere
 * else, which is why the place has a name of its own that moves with its files.
 */
public final class RunDirectories {
    private static final String WRAPPER = "run-rerun.sh";
    private static final String NEW = ".new-";

    private final Path runs;
    private final Path wrapper;
    private final String place;
    private final JsonMapper mapper;

    private RunDirectories(Path runs, Path wrapper, String place, JsonMapper mapper) {
        this.runs = runs;
        this.wrapper = wrapper;
        this.place = place;
        this.mapper = mapper;
    }

    /**
     * Opens a place, makes it where it is absent, and puts the wrapper script of this version into it.
     *
     * @throws StartRefusedException when the directory cannot be used: the message names it and the fix
     */
    public static RunDirectories open(Path directory, JsonMapper mapper) {
        try {
            Path runs = Files.createDirectories(directory.toAbsolutePath().resolve("runs"));
            Path wrapper = install(directory.toAbsolutePath());
            return new RunDirectories(runs, wrapper, place(directory.toAbsolutePath()), mapper);
        } catch (IOException | UnsupportedOperationException e) {
            throw new StartRefusedException("run directory " + directory.toAbsolutePath()
                    + " cannot be used: " + e.getMessage()
                    + "; give a writable directory on a file system with hard links",
                    e);
        }
    }

    /** The name of this place, drawn when it was first opened. */
    public String place() {
        return place;
    }

    Path wrapper() {
        return wrapper;
    }

    /** The directory of a rerun; empty when it was never made here. */
    Optional<RunDirectory> find(RerunId rerunId) {
        Path path = runs.resolve(rerunId.value());
        return Files.isDirectory(path) ? Optional.of(new RunDirectory(path, mapper)) : Optional.empty();
    }

    /**
     * Makes the directory of a rerun, whole or not at all; empty when it is there already.
     *
     * @throws UncheckedIOException when it cannot be made, and certainly was not
     */
    Optional<RunDirectory> create(RunRequest request) {
        Path path = runs.resolve(request.rerunId().value());
        try {
            Path fresh = Files.createTempDirectory(runs, NEW);
            try {
                Files.write(fresh.resolve(RunDirectory.REQUEST), mapper.writeValueAsBytes(request));
                // The rename fails where the name is taken: an existing one always holds its request, so is never empty.
                Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
                return Optional.of(new RunDirectory(path, mapper));
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
                delete(fresh);
                return Optional.empty();
            } catch (FileSystemException e) {
                delete(fresh);
                if (Files.isDirectory(path)) {
                    return Optional.empty();
                }
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a run directory in " + runs, e);
        }
    }

    /** All of them, in no order. */
    List<RunDirectory> all() {
        List<RunDirectory> all = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(runs, "rr-*")) {
            paths.forEach(path -> all.add(new RunDirectory(path, mapper)));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list run directories in " + runs, e);
        }
    }

    /** Removes those that were made before a time and have been reported, and what a death left half-made. */
    int removeBefore(Instant time) {
        int removed = 0;
        for (RunDirectory run : all()) {
            Optional<Instant> made = run.request().map(RunRequest::at);
            if (run.when(RunDirectory.Mark.REPORTED).isPresent() && made.isPresent() && made.get().isBefore(time)) {
                remove(run);
                removed++;
            }
        }
        try (DirectoryStream<Path> halves = Files.newDirectoryStream(runs, NEW + "*")) {
            for (Path half : halves) {
                if (Files.getLastModifiedTime(half).toInstant().isBefore(time)) {
                    delete(half);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list run directories in " + runs, e);
        }
        return removed;
    }

    /** Removes one: it first leaves its name in one step, so that nobody sees half of it. */
    void remove(RunDirectory run) {
        try {
            Path gone = runs.resolve(NEW + "gone-" + run.path().getFileName());
            Files.move(run.path(), gone, StandardCopyOption.ATOMIC_MOVE);
            delete(gone);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove run directory " + run.path(), e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static Path install(Path directory) throws IOException {
        Path wrapper = directory.resolve(WRAPPER);
        Path fresh = directory.resolve(WRAPPER + ".new");
        try (InputStream script = Objects.requireNonNull(RunDirectories.class.getResourceAsStream(WRAPPER),
                "the wrapper script is part of this jar")) {
            Files.copy(script, fresh, StandardCopyOption.REPLACE_EXISTING);
        }
        // Replaced by name: a shell that is reading the old one keeps reading the old one.
        return Files.move(fresh, wrapper, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Linking is also the proof that this file system can do it, which every claim rests on. */
    private static String place(Path directory) throws IOException {
        Path file = directory.resolve("place");
        if (!Files.exists(file)) {
            Path fresh = Files.writeString(directory.resolve("place.new"), UUID.randomUUID().toString());
            try {
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException _) {
                // another start was faster: its name counts
            } finally {
                Files.deleteIfExists(fresh);
            }
        }
        return Files.readString(file, StandardCharsets.US_ASCII).strip();
    }
}
