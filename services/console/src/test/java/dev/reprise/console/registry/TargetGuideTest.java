// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.schemas.job.SchedulerAction;

/** Every scheduler has a page, and every page says what the reading code takes. */
class TargetGuideTest {
    private static final Path DOCS = Path.of("..", "..", "docs");

    static List<String> types() {
        return SchedulerAction.types();
    }

    /** Schedulers, and recipes for processes. */
    static List<String> pages() {
        return Stream.concat(types().stream(), Stream.of("dbt")).toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldReadEveryExample(String type) throws IOException {
        List<String> examples = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page(type)).results()
                .map(example -> example.group(1)).toList();
        assertThat(examples).isNotEmpty().allSatisfy(example -> assertThat(
                RegistryParser.parse(example.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann"))
                .isInstanceOf(RegistryReading.Accepted.class));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameActionAndSettings(SchedulerAction action) throws IOException {
        String page = page(action.type());
        assertThat(page).contains("`" + action.word() + "`", "`timeout`");
        assertThat(action.settings()).allSatisfy(setting -> assertThat(page).contains("`" + setting.name() + "`"));
        if (action.memory().isPresent()) {
            assertThat(page).contains("`horizon`");
        }
    }

    @Test
    void shouldLinkEveryPage() throws IOException {
        String readme = Files.readString(Path.of("..", "..", "README.md"));
        String guide = Files.readString(DOCS.resolve("registry.md"));
        assertThat(pages()).allSatisfy(type -> {
            assertThat(readme).contains("docs/integrations/targets/" + type + ".md");
            assertThat(guide).contains("integrations/targets/" + type + ".md");
        });
    }

    private static String page(String type) throws IOException {
        return Files.readString(DOCS.resolve(Path.of("integrations", "targets", type + ".md")));
    }
}
