// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.runtime.lifecycle.ExitCode;

/** Finds what is to be analysed. Of folders, what a build or a tool has put there is passed over. */
final class LintSources {
    private static final String STANDARD_INPUT = "-";
    private static final Set<String> PASSED_OVER = Set.of("target", "node_modules", "venv", "__pycache__");

    private LintSources() {}

    /**
     * In the order of the paths, and inside a folder by name. Links to folders are not followed.
     *
     * @param unreadable is told what lies in a folder and cannot be listed, and why
     * @throws CommandFailure when a path that was named does not exist
     */
    static List<LintSource> find(List<String> paths, String standardInputName,
            BiConsumer<Path, IOException> unreadable) {
        List<LintSource> sources = new ArrayList<>();
        for (String word : paths) {
            if (word.equals(STANDARD_INPUT)) {
                sources.add(new LintSource(standardInputName, Optional.empty(), true));
            } else {
                sources.addAll(find(path(word), unreadable));
            }
        }
        return sources;
    }

    private static Path path(String word) {
        try {
            Path path = Path.of(word).normalize();
            if (Files.exists(path.toString().isEmpty() ? Path.of(".") : path)) {
                return path;
            }
        } catch (InvalidPathException _) {
            // told below: no file has such a name
        }
        throw new CommandFailure(ExitCode.NOT_FOUND, word + " does not exist");
    }

    private static List<LintSource> find(Path path, BiConsumer<Path, IOException> unreadable) {
        Path start = path.toString().isEmpty() ? Path.of(".") : path;
        if (!Files.isDirectory(start)) {
            return List.of(source(path, true));
        }
        List<LintSource> found = new ArrayList<>();
        try {
            Files.walkFileTree(start, new Walk(start, found, unreadable));
        } catch (IOException e) {
            unreadable.accept(start, e);
        }
        found.sort(Comparator.comparing(LintSource::name));
        return found;
    }

    private static LintSource source(Path path, boolean asked) {
        return new LintSource(path.toString().replace('\\', '/'), Optional.of(path), asked);
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path start;
        private final List<LintSource> found;
        private final BiConsumer<Path, IOException> unreadable;

        Walk(Path start, List<LintSource> found, BiConsumer<Path, IOException> unreadable) {
            this.start = start;
            this.found = found;
            this.unreadable = unreadable;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            boolean passedOver = !folder.equals(start) && (PASSED_OVER.contains(name) || name.startsWith("."));
            return passedOver ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (Linter.mayRecognise(file.toString())
                    && (attributes.isRegularFile() || attributes.isSymbolicLink() && Files.isRegularFile(file))) {
                found.add(source(file.normalize(), false));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (!(e instanceof NoSuchFileException)) { // gone since the folder was listed
                unreadable.accept(file, e);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
