// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is known of one run, on disk: every fact is a file that is made atomically and never changed, so that any process
 * may look at any time and a death between two of them loses nothing.
 */
final class RunDirectory {
    static final String REQUEST = "request.json";

    /** Facts that are nothing but a time. */
    enum Mark {
        /** The start was told and acknowledged. */
        STARTED_TOLD("started-told"),
        /** The time was up, and the process was told to stop. */
        TIMED_OUT("timed-out"),
        /** The process is gone and left no exit. */
        LOST("lost"),
        /** The end was told and acknowledged: nothing is left to do. */
        REPORTED("reported");

        private final String file;

        Mark(String file) {
            this.file = file;
        }
    }

    private final Path path;
    private final JsonMapper mapper;

    RunDirectory(Path path, JsonMapper mapper) {
        this.path = path;
        this.mapper = mapper;
    }

    Path path() {
        return path;
    }

    /** Why it was made; empty when that cannot be read. */
    Optional<RunRequest> request() {
        try {
            return Optional.of(mapper.readValue(Files.readAllBytes(path.resolve(REQUEST)), RunRequest.class));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    Optional<Claim> claim() {
        Path file = path.resolve("claim");
        return at(file).flatMap(at -> {
            List<String> lines = lines(file);
            if (lines.size() < 2) {
                return Optional.of(new Claim.ByRunner(at));
            }
            return Optional
                    .of(new Claim.ByProcess(at, new ProcessIdentity(Long.parseLong(lines.get(0)), lines.get(1))));
        });
    }

    /** Takes the run away from any wrapper that has not claimed it; false when one was faster. */
    boolean claimForRunner() {
        Path mine = path.resolve("claim.runner");
        try {
            Files.write(mine, "runner\n".getBytes(StandardCharsets.US_ASCII));
            Files.createLink(path.resolve("claim"), mine);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot claim run directory " + path, e);
        } finally {
            deleteQuietly(mine);
        }
    }

    Optional<RunExit> exit() {
        Path file = path.resolve("exit");
        return at(file).flatMap(at -> lines(file).stream().findFirst().map(line -> {
            String[] words = line.split(" ");
            return new RunExit(at, Integer.parseInt(words[0]), words.length == 1);
        }));
    }

    /** When a mark was made. */
    Optional<Instant> when(Mark mark) {
        return at(path.resolve(mark.file));
    }

    /** Makes a mark; one that exists stays as it was. */
    void mark(Mark mark) {
        try {
            Files.createFile(path.resolve(mark.file));
        } catch (FileAlreadyExistsException _) {
            // made before a death of the runner: the first time counts
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into run directory " + path, e);
        }
    }

    /** The last bytes of the output, as text. */
    String outputTail(int bytes) {
        byte[] last = tail(path.resolve("output.log"), bytes);
        byte[] before = tail(path.resolve("output.previous"), bytes - last.length);
        byte[] both = Arrays.copyOf(before, before.length + last.length);
        System.arraycopy(last, 0, both, before.length, last.length);
        return new String(both, StandardCharsets.UTF_8);
    }

    /**
     * Bounds the output of a running program: keeps its last part aside and empties the file. The program appends, so it
     * writes on at the beginning; what it writes in between is lost, which is why this is done only beyond the bound.
     */
    void boundOutput(long mostBytes) {
        Path log = path.resolve("output.log");
        try {
            if (!Files.exists(log) || Files.size(log) <= mostBytes) {
                return;
            }
            Path kept = path.resolve("output.kept");
            Files.write(kept, tail(log, ProcessSettings.EVIDENCE_BYTES));
            Files.move(kept, path.resolve("output.previous"), StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot bound the output in run directory " + path, e);
        }
    }

    private static byte[] tail(Path file, int bytes) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(Math.max(bytes, 0), channel.size()));
            channel.position(channel.size() - buffer.capacity());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // until all is read
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        } catch (NoSuchFileException _) {
            return new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static Optional<Instant> at(Path file) {
        try {
            return Optional.of(Files.getLastModifiedTime(file).toInstant());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // a left-over name of ours that nothing reads
        }
    }
}
