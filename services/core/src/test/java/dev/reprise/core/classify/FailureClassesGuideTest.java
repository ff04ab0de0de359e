// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.reprise.core.classify.rules.BuiltInRules;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.FailureRule;

/** The guide says what the code does. */
class FailureClassesGuideTest {
    private static List<String> guide = List.of();

    @BeforeAll
    static void read() throws IOException {
        guide = Files.readAllLines(Path.of("../../docs/failure-classes.md"));
    }

    @Test
    void shouldListTheBuiltInRulesInTheirOrder() {
        List<String> rows = Stream.concat(BuiltInRules.ordered().stream(), BuiltInRules.exitStatuses().stream())
                .map(FailureClassesGuideTest::row).toList();

        assertThat(guide.stream().filter(line -> line.matches("\\| `[a-z0-9]+\\..*"))).containsExactlyElementsOf(rows);
    }

    @Test
    void shouldExplainEachClass() {
        assertThat(Stream.of(FailureClass.values()).map(FailureClassesGuideTest::word))
                .allSatisfy(word -> assertThat(guide).anyMatch(line -> line.startsWith("| `" + word + "` | ")));
    }

    @Test
    void shouldShowSignaturesAsTheyAre() {
        assertThat(guide).filteredOn(line -> line.startsWith("    ") && line.contains("<n>")).isNotEmpty()
                .allSatisfy(line -> assertThat(Signature.normalise(line)).isEqualTo(line.strip()));
    }

    private static String row(FailureRule rule) {
        return "| `" + rule.id() + "` | " + word(rule.failureClass()) + " | "
                + (rule.rerun() ? "may help" : "does not help") + " | "
                + rule.waitAtLeast().map(FailureClassesGuideTest::text)
                        .orElse("-")
                + " |";
    }

    private static String word(FailureClass failureClass) {
        return failureClass.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(Duration wait) {
        return wait.toSecondsPart() == 0 ? wait.toMinutes() + "m" : wait.toSeconds() + "s";
    }
}
