// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicSettings;

class ConfigReaderTest {

    enum Mode {
        FAST, SAFE
    }

    record Retry(int max, Duration backoff, Optional<Duration> limit) {}

    record Plain(String name, Mode mode, Retry retry, List<Retry> steps) {}

    record Whole(KafkaConnection kafka, HttpConfig http, TopicSettings topics, Optional<EmbeddedKafkaConfig> broker) {}

    private static final String DEFAULTS = """
            name: reprise
            mode: safe
            retry: {max: 3, backoff: 30s}
            steps: []
            """;

    @TempDir
    Path directory;

    @Test
    void shouldLayerDefaultsFileAndEnvironment() throws IOException {
        Plain plain = read(Plain.class, "retry:\n  backoff: 1h30m\n", Map.of("REPRISE_RETRY__MAX", "7"));

        assertThat(plain).isEqualTo(new Plain("reprise", Mode.SAFE,
                new Retry(7, Duration.ofMinutes(90), Optional.empty()), List.of()));
    }

    @Test
    void shouldWorkWithoutFile() {
        Plain plain = new ConfigReader(Map.of()).read(DEFAULTS, Optional.empty(), Plain.class);

        assertThat(plain.retry().max()).isEqualTo(3);
    }

    @Test
    void shouldReadSectionsOfTheRuntime() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "0123456789-0123456789\n");
        Whole whole = new ConfigReader(Map.of("KAFKA_PASSWORD", "pa$$word", "REPRISE_KAFKA__PROPERTIES__sasl.mechanism",
                "PLAIN", "REPRISE_KAFKA__BOOTSTRAP_SERVERS", "b:9092")).read("", Optional.of(file("""
                        kafka:
                          bootstrap-servers: a:9092
                          properties:
                            security.protocol: SASL_SSL
                            sasl.jaas.config: 'x password="${env:KAFKA_PASSWORD}" literal="$${env:X}";'
                        http:
                          host: 0.0.0.0
                          port: 8080
                          max-body: 2MiB
                          tokens:
                            - {name: ops, token: "${file:%s}", roles: [admin, Viewer]}
                        topics:
                          partitions: 4
                        """.formatted(token))), Whole.class);

        assertThat(whole.kafka().bootstrapServers()).isEqualTo("b:9092");
        assertThat(whole.kafka().properties()).containsEntry("sasl.jaas.config",
                "x password=\"pa$$word\" literal=\"${env:X}\";").containsEntry("sasl.mechanism", "PLAIN");
        assertThat(whole.http().maxBody()).isEqualTo(ByteSize.ofMebibytes(2));
        assertThat(whole.http().tokens().getFirst().token()).contains(Secret.of("0123456789-0123456789"));
        assertThat(whole.http().tokens().getFirst().roles()).containsExactlyInAnyOrder(Role.ADMIN, Role.VIEWER);
        assertThat(whole.topics()).isEqualTo(new TopicSettings("reprise.", 4, 3));
        assertThat(whole.toString()).doesNotContain("pa$$word").doesNotContain("0123456789-0123456789");
    }

    @Test
    void shouldReportEveryProblemWithPlaceAndCure() throws IOException {
        List<String> problems = problems(Plain.class, """
                nmae: x
                mode: quick
                retry:
                  max: many
                  backoff: 30
                steps:
                  - {max: 1, backoff: 5s}
                  - {max: 2, backof: 5s}
                """, Map.of("REPRISE_RETRY__LIMIT", "soon"));

        assertThat(problems).containsExactlyInAnyOrder("config.yaml:1: nmae: unknown key; did you mean name?",
                "config.yaml:2: mode: expected one of fast, safe, found quick",
                "config.yaml:4: retry.max: expected a whole number, found many",
                "config.yaml:5: retry.backoff: expected a duration such as 500ms, 30s, 1h30m or 7d, found 30",
                "environment variable REPRISE_RETRY__LIMIT: retry.limit: expected a duration such as 500ms, 30s, 1h30m or 7d, found soon",
                "config.yaml:8: steps.1.backof: unknown key; did you mean backoff?",
                "config.yaml:8: steps.1.backoff: is required; add it");
    }

    record Room(String name, List<Retry> steps) {}

    record House(List<Room> rooms, List<Integer> floors) {}

    @Test
    void shouldGiveElementsOfListsTheNumberAndNameThatAPersonSees() throws IOException {
        List<String> problems = problems(House.class, """
                rooms:
                  - just text
                  - {name: hall, steps: [no, {max: 1, backoff: 5}, {max: x, backoff: 5s}, {max: 1}]}
                  - {name: attic, steps: [{max: 1, backoff: 5s}, {max: 1, backoff: 7}]}
                  - {name: cellar, stpes: []}
                floors: [1, a, 2, b, c]
                """, Map.of());

        assertThat(problems).anyMatch(text -> text.startsWith("config.yaml:2: rooms.0: "))
                .anyMatch(text -> text.startsWith("config.yaml:3: rooms.1.steps.0: ") && text.contains("(of hall)"))
                .anyMatch(text -> text.startsWith("config.yaml:3: rooms.1.steps.1.backoff: "))
                .anyMatch(text -> text.startsWith("config.yaml:3: rooms.1.steps.2.max: "))
                .anyMatch(text -> text.startsWith("config.yaml:3: rooms.1.steps.3.backoff: is required (of hall)"))
                .anyMatch(text -> text.startsWith("config.yaml:4: rooms.2.steps.1.backoff: ")
                        && text.contains("(of attic)"))
                .anyMatch(text -> text.startsWith("config.yaml:5: rooms.3.stpes: unknown key (of cellar)"))
                .anyMatch(text -> text.startsWith("config.yaml:6: floors.1: "))
                .anyMatch(text -> text.startsWith("config.yaml:6: floors.3: "))
                .anyMatch(text -> text.startsWith("config.yaml:6: floors.4: "));
    }

    @Test
    void shouldReportProblemsOfSeveralSections() throws IOException {
        List<String> problems = problems(Whole.class, """
                kafka:
                  bootstrap-servers: " "
                  producer: {acks: "1"}
                http:
                  host: 0.0.0.0
                  port: 8080
                topics:
                  partitions: 0
                  replication-factor: 99
                """, Map.of());

        assertThat(problems).hasSize(5).anyMatch(text -> text.startsWith("config.yaml:2: kafka.bootstrap-servers: "))
                .anyMatch(text -> text.startsWith("config.yaml:3: kafka.producer.acks: is fixed"))
                .anyMatch(text -> text.startsWith("config.yaml:5: http.host: "))
                .anyMatch(text -> text.startsWith("config.yaml:8: topics.partitions: "))
                .anyMatch(text -> text.startsWith("config.yaml:9: topics.replication-factor: "));
    }

    @Test
    void shouldNameMissingKeys() throws IOException {
        List<String> problems = problems(Whole.class, "http: {port: 1}\n", Map.of());

        assertThat(problems).containsExactlyInAnyOrder("kafka: is required; add it", "topics: is required; add it");
    }

    @Test
    void shouldNameMissingNumber() throws IOException {
        List<String> problems = problems(Plain.class, "steps: [{backoff: 5s}]\n", Map.of());

        assertThat(problems).containsExactly("config.yaml:1: steps.0.max: is required; add it");
    }

    @Test
    void shouldFillInDefaultsOfTheRuntime() throws IOException {
        Whole whole = read(Whole.class,
                "kafka: {bootstrap-servers: b:9092}\nhttp: {}\ntopics: {}\nbroker: {data-directory: d}\n",
                Map.of());

        assertThat(whole.http().port()).isEqualTo(8080);
        assertThat(whole.topics()).isEqualTo(new TopicSettings("reprise.", 12, 3));
        assertThat(whole.broker()).hasValue(EmbeddedKafkaConfig.on(Path.of("d")));
    }

    @Test
    void shouldNameMissingReference() throws IOException {
        List<String> problems = problems(Plain.class, "name: ${env:NOT_SET}\nmode: ${file:/not/there}\n", Map.of());

        assertThat(problems).anyMatch(text -> text.startsWith("config.yaml:1: name: ") && text.contains("NOT_SET"))
                .anyMatch(text -> text.startsWith("config.yaml:2: mode: ") && text.contains("/not/there"));
    }

    @Test
    void shouldPlaceBrokenYaml() throws IOException {
        assertThat(problems(Plain.class, "name: x\nmode: [fast\n", Map.of())).singleElement().asString()
                .startsWith("config.yaml:").contains("is not YAML");
        assertThat(problems(Plain.class, "name: x\nname: y\n", Map.of())).singleElement().asString()
                .contains("config.yaml:2").contains("name");
        assertThat(problems(Plain.class, "- a\n", Map.of())).singleElement().asString()
                .contains("expected sections of keys");
    }

    @Test
    void shouldNameMissingFile() {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> new ConfigReader(Map.of())
                .read(DEFAULTS, Optional.of(directory.resolve("absent.yaml")), Plain.class));

        assertThat(refused.getMessage()).contains("absent.yaml: does not exist");
    }

    @Test
    void shouldSetItemsOfListsFromEnvironment() throws IOException {
        Plain plain = read(Plain.class, "steps: [{max: 1, backoff: 1s}]\n",
                Map.of("REPRISE_STEPS__0__MAX", "9", "REPRISE_IGNORED", "x", "OTHER__KEY", "x"));

        assertThat(plain.steps()).containsExactly(new Retry(9, Duration.ofSeconds(1), Optional.empty()));
    }

    private <T extends Record> T read(Class<T> type, String yaml, Map<String, String> environment) throws IOException {
        return new ConfigReader(environment).read(defaults(type), Optional.of(file(yaml)), type);
    }

    private <T extends Record> List<String> problems(Class<T> type, String yaml, Map<String, String> environment)
            throws IOException {
        Optional<Path> file = Optional.of(file(yaml));
        ConfigException refused = catchThrowableOfType(ConfigException.class,
                () -> new ConfigReader(environment).read(defaults(type), file, type));
        return refused.problems().stream().map(ConfigProblem::text).toList();
    }

    private static String defaults(Class<?> type) {
        return type == Plain.class ? DEFAULTS : "";
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("config.yaml"), yaml);
    }
}
