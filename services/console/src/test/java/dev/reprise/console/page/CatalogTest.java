// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Wording;

/** Both languages say everything that the pages ask for. */
class CatalogTest {

    private static final Pattern KEY = Pattern.compile("(?<=[\\s{,])'?([a-z][\\w.-]*)'?: '");
    private static final Pattern ASKED = Pattern.compile("\\b(?:t|count)\\('([\\w.-]+)'");
    private static final Pattern EXPORT = Pattern.compile("export const (\\w+) = (\\{.*});");
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

    /** They are not written here: the page takes those that messages are written with. */
    @Test
    void shouldTakeReasonsAndWordingsFromTheContract() {
        String catalog = new String(new Assets().content(Assets.CHINESE).orElseThrow(), StandardCharsets.UTF_8);
        Map<String, Map<String, String>> tables = EXPORT.matcher(catalog).results().collect(Collectors.toMap(
                found -> found.group(1),
                found -> JsonMapper.shared().readValue(found.group(2), new TypeReference<Map<String, String>>() {
                })));

        assertThat(tables).containsOnlyKeys("reasons", "wordings");
        assertThat(tables.get("reasons")).isEqualTo(Arrays.stream(Reason.values())
                .collect(Collectors.toMap(Enum::name, Reason::chinese)));
        assertThat(tables.get("wordings")).isEqualTo(Arrays.stream(Wording.values())
                .filter(wording -> wording != Wording.UNRECOGNISED)
                .collect(Collectors.toMap(Enum::name, Wording::chineseText)));
        assertThat(Assets.text("zh.js")).contains("from './chinese.js'");
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
