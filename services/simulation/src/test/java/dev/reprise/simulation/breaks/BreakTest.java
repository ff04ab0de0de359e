// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.house.broken.Break;
import dev.reprise.house.broken.BrokenBuild;
import dev.reprise.house.broken.GuaranteesTable;
import dev.reprise.house.broken.GuaranteesTable.Caught;

/**
 * The test of the tests: each protection is removed from the real source, and the simulation must miss it, within as many
 * histories as every build runs. {@code target/breaks.md} holds the rows for {@code docs/guarantees.md}.
 */
class BreakTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final int MOST = 20_000;
    private static final String LAYER = "simulation, ";

    @TempDir
    private Path scratch;

    @TestFactory
    Stream<DynamicTest> shouldMissEveryProtection() throws IOException {
        Path table = Path.of("target", "breaks.md");
        Files.createDirectories(table.getParent());
        Files.writeString(table, "");
        return Breaks.ALL.stream().map(removed -> DynamicTest.dynamicTest(removed.name(), () -> {
            Path place = Files.createDirectory(scratch.resolve(removed.name().replace(' ', '-')));
            String[] found;
            try (BrokenBuild build = BrokenBuild.of(removed, ROOT, place)) {
                found = build.call(Hunt.class.getName(), "hunt", Integer.toString(MOST)).split(" ", -1);
            }
            Caught caught = new Caught(removed.name(), LAYER + found[1], Long.parseLong(found[0]));
            Files.writeString(table, Files.readString(table) + "| " + caught.removed() + " | " + caught.layer() + " | "
                    + caught.runs() + " |\n");
            assertThat(caught.runs()).as("histories until %s", found[1]).isBetween(1L, (long) MOST);
            assertThat(GuaranteesTable.problems(ROOT, List.of(caught))).isEmpty();
        }));
    }

    @Test
    void shouldTellOfNoBreakThatThereIsNot() {
        assertThat(GuaranteesTable.caughtBy(ROOT, LAYER))
                .containsExactlyInAnyOrderElementsOf(Breaks.ALL.stream().map(Break::name).toList());
    }
}
