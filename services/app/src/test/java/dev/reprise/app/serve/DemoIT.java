// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
        ProcessBuilder demo = new ProcessBuilder("target/reprise/bin/reprise", "demo", "--exit", "--data",
                data.toString()).redirectErrorStream(true).redirectOutput(told.toFile());
        demo.environment().put("REPRISE_JAVA_HOME", System.getProperty("java.home"));
        demo.environment().put("REPRISE_CACHE", "off");
        int code = demo.start().waitFor();
        String story = Files.readString(told);
        assertThat(code).as(story).isZero();
        assertThat(story).contains("what was counted", "jobs that did their whole work twice").doesNotContain("\u001b");
        assertThat(data.resolve("reprise.log")).content().contains("embedded broker stopped");
    }
}
