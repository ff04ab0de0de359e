// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** What was really started: a line for each start, on disk before anybody is answered. For any thread. */
public final class StartJournal implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    /** Begins a journal, or goes on with one. */
    public StartJournal(Path file) {
        this.file = file;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    public Path file() {
        return file;
    }

    /** Writes a start down; returns when it is on disk. */
    public synchronized void write(Order order, Instant receivedAt) {
        String line = "{\"rerunId\":\"%s\",\"instance\":\"%s\",\"epoch\":%d,\"receivedAt\":\"%s\",\"run\":\"%s\"}%n"
                .formatted(order.rerunId(), order.instance(), order.epoch(), receivedAt, order.rerunId());
        try {
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a caller asked for.
     *
     * @param rerunId the key
     * @param instance the instance
     * @param epoch the number of the runner that called
     */
    public record Order(String rerunId, String instance, long epoch) {}
}
