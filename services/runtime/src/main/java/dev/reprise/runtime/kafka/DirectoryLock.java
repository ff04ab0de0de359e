// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.lifecycle.StartRefusedException;

/**
 * Keeps a data directory to one process. The operating system drops the lock when the process dies, so a directory left
 * behind by a kill is free at once; the file itself stays and tells who held it last.
 */
public final class DirectoryLock implements AutoCloseable {

    /** The locked byte lies beyond the text, because Windows forbids reading what is locked. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
    private static final int LONGEST_PID = 32;

    private final FileChannel channel;
    private final FileLock lock;

    private DirectoryLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock without waiting; the directory is made when absent.
     *
     * @throws StartRefusedException naming the directory and the process that holds it, or why it cannot be written
     */
    public static DirectoryLock take(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String holder = holder(channel);
                channel.close();
                throw new StartRefusedException("data directory " + directory.toAbsolutePath()
                        + " is in use by process " + holder + "; stop that process or choose another directory");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DirectoryLock(channel, lock);
        } catch (IOException e) {
            throw new StartRefusedException("data directory " + directory.toAbsolutePath() + " cannot be locked: "
                    + e.getMessage() + "; make it writable for this process or choose another", e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(LONGEST_PID);
        channel.read(text, 0);
        String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }

    /** Gives the directory free; doing so twice does nothing. */
    @Override
    public void close() {
        try {
            if (lock.isValid()) {
                lock.release();
            }
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release the lock of a data directory", e);
        }
    }
}
