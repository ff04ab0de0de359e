// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import dev.reprise.runtime.kafka.DirectoryLock;

/**
 * Where one process keeps what must outlive it. Locked for as long as it is open, before anything in it is touched.
 */
final class StateDirectory implements AutoCloseable {

    private static final String PORT = "kafka-port";

    private final Path root;
    private final DirectoryLock lock;

    private StateDirectory(Path root, DirectoryLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Takes the directory, which is made when absent.
     *
     * @throws dev.reprise.runtime.lifecycle.StartRefusedException in one line, if another process has it
     */
    static StateDirectory open(Path root) {
        return new StateDirectory(root, DirectoryLock.take(root));
    }

    Path root() {
        return root;
    }

    /** Where the embedded broker keeps its records. */
    Path kafka() {
        return root.resolve("kafka");
    }

    /** Where Streams keeps local stores. */
    Path streams() {
        return root.resolve("streams");
    }

    /** Where the runner keeps run directories. */
    Path runs() {
        return root.resolve("runs");
    }

    /** Where the console keeps the read model. */
    Path console() {
        return root.resolve("console");
    }

    /** The name of this process among all of its cluster: as configured, else drawn once and kept here. */
    String instanceId(Optional<String> configured) {
        return configured.orElseGet(() -> remembered("instance-id",
                () -> UUID.randomUUID().toString().substring(0, 8)));
    }

    /** A port that was used before, if one is remembered. */
    Optional<Integer> rememberedPort() {
        return lastPort(root);
    }

    /** The port of the broker in a directory that another process may have, if one is remembered. */
    static Optional<Integer> lastPort(Path root) {
        return read(root, PORT).filter(text -> text.matches("\\d{1,5}")).map(Integer::parseInt);
    }

    void rememberPort(int port) {
        write(PORT, Integer.toString(port));
    }

    @Override
    public void close() {
        lock.close();
    }

    private String remembered(String name, Supplier<String> first) {
        return read(root, name).filter(text -> !text.isEmpty()).orElseGet(() -> {
            String value = first.get();
            write(name, value);
            return value;
        });
    }

    private static Optional<String> read(Path root, String name) {
        Path file = root.resolve(name);
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Whole or not at all: a half-written name would be another member of every group. */
    private void write(String name, String value) {
        Path partial = root.resolve(name + ".partial");
        try {
            Files.writeString(partial, value + "\n");
            Files.move(partial, root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + root.resolve(name), e);
        }
    }
}
