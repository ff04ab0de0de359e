// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.schemas.job.Verdict;

/** Each rule has a page, each page a rule, and the examples on it are judged as the page says. */
class RulePagesTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "rules");
    private static final Pattern EXAMPLE = Pattern.compile("## (Bad|Good)\n\n```(\\w+) (\\w+)\n(.*?)\n```",
            Pattern.DOTALL);

    @ParameterizedTest
    @EnumSource(Rule.class)
    void shouldShowWhatTheRuleFinds(Rule rule) throws IOException {
        String page = Files.readString(PAGES.resolve(rule.id() + ".md"));
        LintResult bad = example(page, "Bad");
        LintResult good = example(page, "Good");
        boolean approves = rule.fix().startsWith("nothing to change");

        assertThat(page).startsWith("# " + rule.id() + ": " + rule.title() + "\n").containsSubsequence("## Bad",
                "## Why", "## Good", "## Source");
        assertThat((approves ? good : bad).analysis().findings()).extracting(finding -> finding.rule()).contains(rule);
        assertThat(good.openVerdict()).isIn(Verdict.IDEMPOTENT, Verdict.CONDITIONAL);
    }

    @Test
    void shouldHaveNoPageWithoutRule() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.map(page -> page.getFileName().toString()).filter(name -> !name.equals("README.md"))
                    .collect(Collectors.toSet()))
                    .isEqualTo(Stream.of(Rule.values()).map(rule -> rule.id() + ".md").collect(Collectors.toSet()));
        }
        String index = Files.readString(PAGES.resolve("README.md"));
        assertThat(Rule.values()).allSatisfy(rule -> assertThat(index)
                .contains("| [" + rule.id() + "](" + rule.id() + ".md) | " + rule.title() + " |"));
    }

    private static LintResult example(String page, String which) {
        Matcher matcher = EXAMPLE.matcher(page);
        while (matcher.find()) {
            if (matcher.group(1).equals(which)) {
                Optional<Dialect> dialect = matcher.group(3).equals("shell")
                        ? Optional.empty()
                        : Dialect.named(matcher.group(3));
                return new Linter(dialect)
                        .lint("example." + matcher.group(2), matcher.group(4).getBytes(StandardCharsets.UTF_8))
                        .getFirst();
            }
        }
        throw new AssertionError("the page has no " + which + " example");
    }
}
