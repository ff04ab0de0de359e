// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.reprise.core.simulate.Scenarios;
import dev.reprise.core.simulate.Simulation;
import dev.reprise.schemas.decision.Reason;

/** The guide to decisions says what the code does: every reason, in its words, where it is decided. */
final class DecisionsGuideTest {
    private static final Path CORE = Path.of("src/main/java/dev/reprise/core");
    private static final Pattern SECTION = Pattern.compile("(?ms)^### (\\w+)\n\n(.*?)(?=^##|\\z)");
    private static final Pattern DECIDED_IN = Pattern.compile("(?s)- Decided in: (.*?)\n(?:\n|\\z)");
    /** What a reason is decided as beside its chapter: told to a person who asked, or found when another run lives. */
    private static final Set<String> ALSO = Set.of("suppress OTHER_RUN_ACTIVE", "suppress STORM_HELD");
    private static String guide = "";
    private static Map<String, String> sections = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        guide = Files.readString(Path.of("../../docs/decisions.md"));
        sections = SECTION.matcher(guide).results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    @Test
    void shouldHaveEveryReasonOnce() {
        List<String> headings = SECTION.matcher(guide).results().map(match -> match.group(1)).toList();

        assertThat(headings).containsExactlyInAnyOrderElementsOf(Stream.of(Reason.values()).map(Reason::name).toList());
    }

    @Test
    void shouldSayEachInTheWordsOfTheCode() {
        assertThat(Reason.values()).allSatisfy(reason -> assertThat(sections.get(reason.name()).replace('\n', ' '))
                .startsWith(reason.meaning()));
    }

    @Test
    void shouldGiveAnExampleAndSayWhatToDo() {
        assertThat(sections).allSatisfy((reason, text) -> assertThat(text).contains("- For example: ", "- To do: "));
    }

    @Test
    void shouldNameTheClassThatDecides() {
        assertThat(sections).allSatisfy((reason, text) -> {
            List<String> classes = classes(text);

            assertThat(classes).allSatisfy(name -> assertThat(source(name)).contains("Reason." + reason));
            assertThat(classes.isEmpty()).isEqualTo(text.contains("- Decided in: not in the core"));
        });
    }

    @Test
    void shouldPutEachIntoTheChapterOfItsDecision() {
        Map<String, String> chapters = new HashMap<>();
        for (String chapter : guide.split("(?m)^## ")) {
            String kind = chapter.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
            SECTION.matcher(chapter).results().forEach(match -> chapters.put(match.group(1), kind));
        }

        assertThat(Scenarios.all().map(Simulation::run).flatMap(outcome -> outcome.answers().stream())
                .filter(answer -> !answer.reason().equals(Reason.MALFORMED_TO_DLQ.name()))
                .filter(answer -> !ALSO.contains(answer.decision() + " " + answer.reason())))
                .allSatisfy(answer -> assertThat(chapters.get(answer.reason())).as(answer.reason())
                        .isEqualTo(answer.decision()));
    }

    private static List<String> classes(String section) {
        Matcher found = DECIDED_IN.matcher(section);
        return found.find()
                ? Stream.of(found.group(1).split("[`,\\s]+")).filter(name -> name.matches("[A-Z]\\w+")).toList()
                : List.of();
    }

    private static String source(String name) {
        try (Stream<Path> files = Files.walk(CORE)) {
            Path file = files.filter(path -> path.endsWith(name + ".java")).findFirst().orElseThrow();
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
