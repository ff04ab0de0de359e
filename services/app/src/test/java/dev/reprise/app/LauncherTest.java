// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts everything, laid out as in a distribution, with a Java that only says how it was called. */
class LauncherTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void layOut() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("lib"));
        Files.copy(Path.of("../../reprise"), directory.resolve("bin/reprise"));
        for (String jar : new String[]{"kafka-clients-4.4.0", "picocli-4.7.7", "reprise-app-1", "reprise-runner-1",
            "reprise-schemas-1", "reprise-idempotency-1", "druid-1.2.28", "re2j-1.8"}) {
            Files.createFile(directory.resolve("lib/" + jar + ".jar"));
        }
    }

    @Test
    void shouldTakeTheJavaThatIsNamed() throws Exception {
        Path java = java("named", "25.0.3");
        assertThat(run(Map.of("REPRISE_JAVA_HOME", java.toString()), "version").text()).startsWith(java + "/bin/java ");
    }

    @Test
    void shouldPassOverAJavaThatIsTooOld() throws Exception {
        Path old = java("old", "17.0.15");
        Path recent = java("home/.jdks/recent", "99.0.1");
        assertThat(run(Map.of("JAVA_HOME", old.toString(), "HOME", directory.resolve("home").toString(), "PATH",
                "/usr/bin:/bin"), "version").text()).startsWith(recent + "/bin/java ");
    }

    @Test
    void shouldRefuseInOneLineWhereTheNamedJavaIsTooOld() throws Exception {
        Path old = java("old", "17.0.15");
        Ended ended = run(Map.of("REPRISE_JAVA_HOME", old.toString()), "version");
        assertThat(ended.code()).isEqualTo(78);
        assertThat(ended.text().lines()).singleElement().asString()
                .isEqualTo("reprise: no Java 25 or newer found; install one, or set REPRISE_JAVA_HOME to it (now " + old
                        + ")");
    }

    @Test
    void shouldGiveCommandsOnlyTheArchivesTheyNeed() throws Exception {
        Map<String, String> environment = Map.of("REPRISE_JAVA_HOME", java("named", "25").toString());
        assertThat(run(environment, "exec", "--", "a b").text())
                .contains("reprise-app-1.jar", "picocli", "reprise-schemas")
                .doesNotContain("kafka-clients", "reprise-runner").endsWith("RepriseMain exec -- a b\n");
        assertThat(run(environment, "jobs", "list").text()).doesNotContain("reprise-idempotency", "druid");
        assertThat(run(environment, "lint", "a.sql").text()).contains("reprise-idempotency-1.jar", "druid", "picocli")
                .doesNotContain("kafka-clients").contains("-Xmx1g");
        assertThat(run(environment, "jobs", "apply", "j.yaml").text()).contains("reprise-idempotency-1.jar", "druid");
        assertThat(run(environment, "classify", "x").text()).contains("re2j-1.8.jar", "picocli")
                .doesNotContain("kafka-clients", "druid");
        assertThat(run(environment, "serve").text()).contains("kafka-clients", "reprise-runner")
                .contains("-XX:MaxRAMPercentage");
        assertThat(run(environment, "alerts", "route-test").text()).contains("kafka-clients", "reprise-runner");
        assertThat(run(environment, "alerts", "list").text()).doesNotContain("kafka-clients", "reprise-runner");
        assertThat(run(environment, "up").text()).contains("kafka-clients", "-Xmx").contains("-XX:TieredStopAtLevel=1");
    }

    @Test
    void shouldUseAStartUpCacheOnlyWhereThereIsOne() throws Exception {
        Path cache = directory.resolve("cache");
        Map<String, String> environment = Map.of("REPRISE_JAVA_HOME", java("named", "25").toString(), "REPRISE_CACHE",
                cache.toString());
        assertThat(run(environment, "up").text()).contains("-Dreprise.cache.launcher=").doesNotContain("AOTCache");
        try (var keyed = Files.list(cache)) {
            Files.createFile(keyed.findFirst().orElseThrow().resolve("single.aot"));
        }
        assertThat(run(environment, "up").text()).contains("-XX:AOTCache=" + cache).doesNotContain("cache.launcher");
    }

    @Test
    void shouldBeFoundThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("bin/reprise"));
        assertThat(run(link, Map.of("REPRISE_JAVA_HOME", java("named", "25").toString()), "version").text())
                .contains(directory.toRealPath().resolve("lib/reprise-app-1.jar").toString());
    }

    private record Ended(int code, String text) {}

    private Ended run(Map<String, String> environment, String... words) throws Exception {
        return run(directory.resolve("bin/reprise"), environment, words);
    }

    private static Ended run(Path launcher, Map<String, String> environment, String... words) throws Exception {
        String[] command = new String[words.length + 1];
        command[0] = launcher.toString();
        System.arraycopy(words, 0, command, 1, words.length);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("JAVA_HOME");
        builder.environment().putIfAbsent("REPRISE_CACHE", "off");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
    }

    private Path java(String home, String version) throws IOException {
        Path java = directory.resolve(home);
        Files.createDirectories(java.resolve("bin"));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Path program = Files.writeString(java.resolve("bin/java"), "#!/bin/sh\necho \"$0 $*\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java;
    }
}
