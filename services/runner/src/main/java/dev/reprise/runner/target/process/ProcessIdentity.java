// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process named for ever: its id and, because ids are used again, the boot and the time it was started in. Written by
 * the wrapper in the same form.
 *
 * @param pid the process id; with setsid also the id of its session
 * @param birth boot and start time as the wrapper wrote them
 */
record ProcessIdentity(long pid, String birth) {
    private static final Path PROC = Path.of("/proc");
    private static final int STATE = 0;
    private static final int SESSION = 3;
    private static final int START_TIME = 19;

    /** Whether the process itself, or anything it has left running in its session, is still there. */
    boolean isAlive() {
        Optional<String> now = birthOf(pid);
        if (now.isPresent()) {
            // Another birth: the id is used again, which the kernel does only when the whole session is gone.
            return now.get().equals(birth);
        }
        return birth.startsWith(boot() + " ") && !sessionMembers().isEmpty();
    }

    /** Everything that belongs to it: descendants and members of its session, itself included. */
    List<ProcessHandle> family() {
        List<ProcessHandle> family = new ArrayList<>();
        if (birthOf(pid).filter(birth::equals).isPresent()) {
            ProcessHandle.of(pid).ifPresent(process -> {
                family.add(process);
                process.descendants().forEach(family::add);
            });
        }
        if (isAlive()) {
            for (long member : sessionMembers()) {
                ProcessHandle.of(member).filter(process -> !family.contains(process)).ifPresent(family::add);
            }
        }
        return family;
    }

    private List<Long> sessionMembers() {
        List<Long> members = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return members;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                Optional<String[]> stat = stat(process);
                if (stat.isPresent() && stat.get()[SESSION].equals(Long.toString(pid))) {
                    members.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // Processes come and go while they are listed; what was seen counts, the next look sees the rest.
        }
        return members;
    }

    private static Optional<String> birthOf(long pid) {
        if (Files.isDirectory(PROC.resolve("self"))) {
            return stat(PROC.resolve(Long.toString(pid))).map(fields -> boot() + " " + fields[START_TIME]);
        }
        return birthByPs(pid);
    }

    /** The fields after the name, of a process that has not ended; a zombie has. */
    private static Optional<String[]> stat(Path process) {
        try {
            String line = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = line.substring(line.lastIndexOf(") ") + 2).strip().split(" ");
            boolean ended = fields.length <= START_TIME || "Z".equals(fields[STATE]) || "X".equals(fields[STATE]);
            return ended ? Optional.empty() : Optional.of(fields);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static String boot() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id"), StandardCharsets.US_ASCII).strip();
        } catch (IOException _) {
            return "-";
        }
    }

    private static Optional<String> birthByPs(long pid) {
        try {
            ProcessBuilder builder = new ProcessBuilder("ps", "-o", "lstart=", "-p", Long.toString(pid));
            builder.environment().put("LC_ALL", "C");
            Process ps = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            ps.waitFor(5, TimeUnit.SECONDS);
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
