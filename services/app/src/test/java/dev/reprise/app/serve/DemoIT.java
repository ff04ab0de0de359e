// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first command of a newcomer, as it is distributed. */
class DemoIT {

    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldHoldAllThatItCounts() throws Exception {
        Path told = directory.resolve("told");
        Path data = directory.resolve("data");
        int code = run(told, "demo", "--exit", "--data", data.toString());
        String story = Files.readString(told);
        assertThat(code).as(story).isZero();
        assertThat(story).contains("what was counted", "jobs that did their whole work twice").doesNotContain("\u001b");
        assertThat(data.resolve("reprise.log")).content().contains("embedded broker stopped");

        // The same once more, by a program that knows nothing of the one that told the story.
        Path audited = directory.resolve("audited");
        int clean = run(audited, "audit", "--data-dir", data.toString());
        assertThat(audited).content().contains("I7         holds").contains("0 violated");
        assertThat(clean).isZero();
    }

    private static int run(Path output, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("target/reprise/bin/reprise"));
        command.addAll(List.of(words));
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        process.environment().put("REPRISE_JAVA_HOME", System.getProperty("java.home"));
        process.environment().put("REPRISE_CACHE", "off");
        return process.start().waitFor();
    }
}
