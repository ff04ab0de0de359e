// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.simulation.choice.Recording;

/** Histories that broke a promise once, made small and kept: none of them may do so again. */
class KeptHistoriesTest {
    private static final Path KEPT = Path.of("src", "test", "resources", "kept");

    @TestFactory
    Stream<DynamicTest> shouldKeepEveryPromise() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(KEPT)) {
            files = found.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
        }
        return files.stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            Recording kept = Recording.parse(Files.readString(file));
            assertThat(Simulation.run(kept).violation()).isEmpty();
        }));
    }
}
