// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each rule of the guide names the test that holds it, and that test exists. */
class RuleTableTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| [^|]+ \\| `([A-Za-z]+)\\.([A-Za-z]+)` \\|$");

    @Test
    void shouldNameATestForEachRule() throws IOException {
        List<MatchResult> rows = ROW.matcher(Files.readString(Path.of("../../docs/alerts.md"))).results().toList();

        assertThat(rows).hasSize(19);
        for (MatchResult row : rows) {
            assertThat(source(row.group(1))).as(row.group()).contains("void " + row.group(2) + "()");
        }
    }

    private static String source(String test) throws IOException {
        try (Stream<Path> files = Stream.concat(Files.walk(Path.of("src/test/java")),
                Files.walk(Path.of("../app/src/test/java")))) {
            Path file = files.filter(path -> path.getFileName().toString().equals(test + ".java")).findFirst()
                    .orElseThrow(() -> new AssertionError("no test " + test));
            return Files.readString(file);
        }
    }
}
