// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;

/** Both languages say everything that the pages ask for. */
class CatalogTest {

    private static final Pattern KEY = Pattern.compile("(?<=[\\s{,])'?([a-z][\\w.-]*)'?: '");
    private static final Pattern ASKED = Pattern.compile("\\b(?:t|count)\\('([\\w.-]+)'");
    private static final Pattern CONSTANT = Pattern.compile("\\b([A-Z][A-Z_]+): '");

    @Test
    void shouldSayTheSameThingsInBothLanguages() {
        assertThat(keys("zh.js")).isEqualTo(keys("en.js"));
    }

    @Test
    void shouldHaveEveryTextThatIsAskedFor() {
        Set<String> asked = Assets.FILES.stream().filter(file -> file.endsWith(".js"))
                .flatMap(file -> ASKED.matcher(Assets.text(file)).results()).map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(asked).hasSizeGreaterThan(100);
        assertThat(keys("en.js")).containsAll(asked);
    }

    @Test
    void shouldNameEveryStatus() {
        for (String catalog : Set.of("en.js", "zh.js")) {
            assertThat(constants(catalog, "statuses")).containsExactlyInAnyOrderElementsOf(
                    Arrays.stream(InstanceStatus.values()).map(Enum::name).toList());
        }
    }

    /** One that has just come into the contract is told in English until somebody translates it. */
    @Test
    void shouldTellReasonsInChinese() {
        List<String> reasons = Arrays.stream(Reason.values()).map(Enum::name).toList();

        assertThat(reasons).containsAll(constants("zh.js", "reasons"));
        assertThat(constants("zh.js", "reasons")).hasSizeGreaterThan(reasons.size() * 9 / 10);
    }

    private static Set<String> keys(String catalog) {
        String text = Assets.text(catalog);
        return KEY.matcher(text.substring(text.indexOf("  texts: {"))).results().map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> constants(String catalog, String section) {
        String text = Assets.text(catalog);
        int start = text.indexOf("  " + section + ": {");
        return CONSTANT.matcher(text.substring(start, text.indexOf("  },", start))).results()
                .map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }
}
