// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryReading;
import dev.reprise.runtime.config.ConfigException;

class ConfigFileTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.-]+)` \\| [^|]+ \\| ([^|]+) \\| [^|]+ \\|$");
    private static final Pattern SNIPPET = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void shouldNeedNoFile() {
        AppConfig config = ConfigFile.read(Optional.empty(), Map.of());
        assertThat(config.http().port()).isEqualTo(8080);
        assertThat(config.topics().onCluster().partitions()).isEqualTo(12);
        assertThat(config.topics().onSingleNode().partitions()).isEqualTo(4);
        assertThat(config.topics().onSingleNode().replicationFactor()).isEqualTo(1);
        assertThat(config.stateDirectory()).isEmpty();
    }

    @Test
    void shouldLetTheFileWinOverDefaultsAndTheEnvironmentOverBoth() throws IOException {
        Path file = write("http: {port: 9000}\ncoordinator: {tick: 50ms}\n");
        AppConfig config = ConfigFile.read(Optional.of(file), Map.of("REPRISE_HTTP__PORT", "9001",
                "REPRISE_KAFKA__BOOTSTRAP_SERVERS", "k:9092"));
        assertThat(config.http().port()).isEqualTo(9001);
        assertThat(config.coordinator().tick()).hasMillis(50);
        assertThat(config.coordinator().timersPerTick()).isEqualTo(500);
        assertThat(config.kafka().bootstrapServers()).contains("k:9092");
    }

    @Test
    void shouldTellEveryProblemAtOnceWithItsPlace() throws IOException {
        Path file = write("""
                http: {port: 99999}
                topics: {partition: 3}
                coordinator:
                  tick: 1m
                kafka: {properties: {acks: "1"}, streams: {processing.guarantee: at_least_once}}
                """);
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> ConfigFile.read(Optional.of(file), Map.of()))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSizeGreaterThanOrEqualTo(5)
                        .anySatisfy(line -> assertThat(line).contains("reprise.yaml:1").contains("http.port"))
                        .anySatisfy(line -> assertThat(line).contains("topics.partition")
                                .contains("did you mean partitions"))
                        .anySatisfy(line -> assertThat(line).contains("reprise.yaml:4").contains("coordinator.tick"))
                        .anySatisfy(line -> assertThat(line).contains("acks"))
                        .anySatisfy(line -> assertThat(line).contains("processing.guarantee")));
    }

    @Test
    void shouldDocumentEveryKeyWithItsDefault() throws IOException {
        Map<String, String> documented = new LinkedHashMap<>();
        Matcher rows = ROW.matcher(Files.readString(ROOT.resolve("docs/configuration.md")));
        while (rows.find()) {
            documented.put(rows.group(1), rows.group(2).strip());
        }
        Map<String, Class<?>> keys = new LinkedHashMap<>();
        keys("", AppConfig.class, keys);
        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(keys.keySet());

        JsonNode defaults = new YAMLMapper().readTree(ConfigFile.defaults());
        documented.forEach((key, value) -> {
            JsonNode actual = defaults.at("/" + key.replace('.', '/'));
            if (actual.isValueNode()) {
                assertThat(value).as(key).isEqualTo("`" + actual.asString() + "`");
            } else {
                assertThat(value).as(key).doesNotContain("`");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldReadEveryExample(Path file) throws IOException {
        if (file.getFileName().toString().equals("jobs.yaml")) {
            assertThat(RegistryParser.parse(Files.readAllBytes(file), Instant.EPOCH, "test"))
                    .isInstanceOf(RegistryReading.Accepted.class);
        } else {
            String text = Files.readString(file);
            ConfigFile.read(Optional.of(withSecretsHere(text)), environmentOf(text));
        }
    }

    @ParameterizedTest
    @MethodSource("guides")
    void shouldReadEverySnippetOfTheGuides(Path guide) throws IOException {
        Matcher snippets = SNIPPET.matcher(Files.readString(guide));
        while (snippets.find()) {
            String text = snippets.group(1);
            if (text.startsWith("# reprise.yaml")) {
                ConfigFile.read(Optional.of(withSecretsHere(text)), environmentOf(text));
            } else if (text.startsWith("# jobs.yaml")) {
                RegistryReading reading = RegistryParser.parse(text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        Instant.EPOCH, "test");
                assertThat(reading).as(text).isInstanceOf(RegistryReading.Accepted.class);
            }
        }
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("deploy/examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.getFileName().toString().startsWith("lint-")).sorted().toList().stream();
        }
    }

    static Stream<Path> guides() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            return files.filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/target/"))
                    .filter(file -> SNIPPET.matcher(text(file)).find()).sorted().toList().stream();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that an example refers to exist only where it is used. */
    private Path withSecretsHere(String text) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "s".repeat(40));
        Matcher references = Pattern.compile("\\$\\{file:[^}]+}").matcher(text);
        return write(references.replaceAll(Matcher.quoteReplacement("${file:" + secret + "}")));
    }

    private static Map<String, String> environmentOf(String text) {
        Map<String, String> environment = new HashMap<>();
        Matcher references = Pattern.compile("\\$\\{env:([A-Za-z0-9_]+)}").matcher(text);
        while (references.find()) {
            environment.put(references.group(1), valueFor(references.group(1)));
        }
        return environment;
    }

    private static String valueFor(String variable) {
        if (variable.endsWith("WEBHOOK_SECRET")) {
            return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        }
        if (variable.endsWith("_URL") || variable.endsWith("_WEBHOOK")) {
            return "https://hooks.example.org/x";
        }
        return variable.endsWith("ROUTING_KEY") ? "r".repeat(32) : "s".repeat(40);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("reprise.yaml"), text);
    }

    private static void keys(String above, Class<?> type, Map<String, Class<?>> result) {
        for (RecordComponent component : type.getRecordComponents()) {
            String key = above + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            boolean section = component.getType().isRecord()
                    && !component.getType().getSimpleName().equals("ByteSize");
            if (section) {
                keys(key + ".", component.getType(), result);
            } else {
                result.put(key, component.getType());
            }
        }
    }
}
