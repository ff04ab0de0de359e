// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.failpoint.Place;

/** The page on crash tests names every failpoint there is, and each is struck by a directed run. */
final class CrashPageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern ROW = Pattern.compile("^\\| `((?:runner|coordinator)\\.[a-z-]+)` \\|");

    @Test
    void shouldNameEveryFailpoint() throws IOException {
        List<String> named = Files.readAllLines(ROOT.resolve("docs/crash-tests.md")).stream().map(ROW::matcher)
                .filter(java.util.regex.Matcher::find).map(match -> match.group(1)).toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(failpoints());
    }

    @Test
    void shouldStrikeEveryFailpointInEveryMode() {
        List<Strike> strikes = Stream.of(DirectedChaos.ofRunner(), DirectedChaos.ofCoordinator()).flatMap(List::stream)
                .toList();
        assertThat(strikes).doesNotHaveDuplicates();
        for (Strike.Mode mode : Strike.Mode.values()) {
            assertThat(strikes.stream().filter(strike -> strike.mode() == mode).map(Strike::failpoint).distinct())
                    .containsExactlyInAnyOrderElementsOf(failpoints());
        }
    }

    @Test
    void shouldCountTheStrikes() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/crash-tests.md"))).contains(DirectedChaos.ofRunner().size()
                + " of the runner, " + DirectedChaos.ofCoordinator().size() + " of the coordinator");
    }

    private static List<String> failpoints() {
        Stream<Place> runner = Stream.of(dev.reprise.runner.failpoint.Failpoint.values());
        Stream<Place> coordinator = Stream.of(dev.reprise.coordinator.failpoint.Failpoint.values());
        return Stream.concat(runner, coordinator).map(Place::text).toList();
    }
}
