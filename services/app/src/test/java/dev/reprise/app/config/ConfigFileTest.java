// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryReading;
import dev.reprise.ingest.IngestConfig;
import dev.reprise.ingest.enquiry.SourceSetting;
import dev.reprise.ingest.watch.ClusterSetting;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

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
    void shouldRefuseToForgetWhatMayStillBeAnswered() throws IOException {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ConfigFile.read(Optional.of(write("coordinator: {remember: {details: 6d}}\n")),
                        Map.of()))
                .withMessageContaining("coordinator.remember.details").withMessageContaining("expected 7d to 365d")
                .withMessageContaining("max-age");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ConfigFile.read(Optional.of(write("coordinator: {remember: {results: 31d}}\n")),
                        Map.of()))
                .withMessageContaining("coordinator.remember.results").withMessageContaining("alerts are kept for 30d");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ConfigFile.read(Optional.of(write("coordinator: {remember: {details: 100d}}\n")),
                        Map.of()))
                .withMessageContaining("coordinator.remember.results").withMessageContaining("details of 100d");
    }

    @Test
    void shouldRefuseToForgetWhatTheLedgerStillKnows() throws IOException {
        Path file = write("runner: {dispatch: {ledger-horizon: 91d}}\n");

        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> ConfigFile.read(Optional.of(file), Map.of()))
                .withMessageContaining("coordinator.remember.results").withMessageContaining("ledger-horizon of 91d");
    }

    @Test
    void shouldHandEveryKeyOfIngestOnAsItIsMeant() throws IOException {
        Path token = Files.writeString(directory.resolve("ds-token"), "t0ken");
        Path file = write(
                """
                        ingest:
                          bridge-topics: [openlineage.events, spark_lineage]
                          max-batch: 100
                          max-event: 500KiB
                          ack-timeout: 5s
                          memory: 3d
                          silence: 5m
                          patience: 2h
                          sources:
                            - {name: ds-prod, format: dolphinscheduler, url: "https://ds.example.org/dolphinscheduler",
                               token: "${file:%s}", zone: Asia/Shanghai, timeout: 20s}
                            - name: dw
                              format: dataworks
                              url: https://dataworks.cn-hangzhou.aliyuncs.com
                              access-key: ak
                              secret: ${env:DW_SECRET}
                            - {name: aws-prod, format: aws, region: eu-central-1, access-key: id, secret: s3cret, token: session}
                            - {name: airflow-prod, format: airflow}
                          kubernetes:
                            - name: k8s-prod
                            - {name: k8s-other, url: "https://k8s.example.org:6443", token-file: /etc/reprise/k8s-token,
                               ca-file: /etc/reprise/k8s-ca.crt, namespaces: [batch, finance], kinds: [jobs, workflows]}
                        """
                        .formatted(token));
        Optional<String> none = Optional.empty();
        assertThat(ConfigFile.read(Optional.of(file), Map.of("DW_SECRET", "dw-s3cret")).ingest())
                .isEqualTo(new IngestConfig(List.of("openlineage.events", "spark_lineage"), 100,
                        ByteSize.ofKibibytes(500), Duration.ofSeconds(5), Duration.ofDays(3), Duration.ofMinutes(5),
                        List.of(new SourceSetting("ds-prod", "dolphinscheduler",
                                Optional.of("https://ds.example.org/dolphinscheduler"), none,
                                Optional.of(Secret.of("t0ken")), none, Optional.empty(), Optional.of("Asia/Shanghai"),
                                Optional.of(Duration.ofSeconds(20))),
                                new SourceSetting("dw", "dataworks",
                                        Optional.of("https://dataworks.cn-hangzhou.aliyuncs.com"), none,
                                        Optional.empty(), Optional.of("ak"), Optional.of(Secret.of("dw-s3cret")), none,
                                        Optional.empty()),
                                new SourceSetting("aws-prod", "aws", none, Optional.of("eu-central-1"),
                                        Optional.of(Secret.of("session")), Optional.of("id"),
                                        Optional.of(Secret.of("s3cret")), none, Optional.empty()),
                                new SourceSetting("airflow-prod", "airflow", none, none, Optional.empty(), none,
                                        Optional.empty(), none, Optional.empty())),
                        Duration.ofHours(2),
                        List.of(new ClusterSetting("k8s-prod", none, none, none, null, null),
                                new ClusterSetting("k8s-other", Optional.of("https://k8s.example.org:6443"),
                                        Optional.of("/etc/reprise/k8s-token"), Optional.of("/etc/reprise/k8s-ca.crt"),
                                        List.of("batch", "finance"), List.of("jobs", "workflows")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "max-batch: 501                                                         | :2: ingest.max-batch",
        "max-event: 901KiB                                                      | :2: ingest.max-event",
        "ack-timeout: 1s                                                        | :2: ingest.ack-timeout",
        "memory: 1m                                                             | :2: ingest.memory",
        "silence: 2d                                                            | :2: ingest.silence",
        "patience: soon                                                         | :2: ingest.patience",
        "bridge-topics: ['a b']                                                 | :2: ingest.bridge-topics",
        "sorces: []                                                             | did you mean sources",
        "sources: [{name: 'a b', format: airflow}]                              | ingest.sources.0.name",
        "sources: [{name: a, format: cobol}]                                    | ingest.sources.0.format",
        "sources: [{name: a}]                                                   | ingest.sources.0.format",
        "sources: [{name: a, format: airflow}, {name: a, format: dbt}]          | ingest.sources.1.name",
        "sources: [{name: a, format: airflow, url: 'ftp://h'}]                  | ingest.sources.0.url",
        "sources: [{name: a, format: airflow, zone: Mars/North}]                | ingest.sources.0.zone",
        "sources: [{name: a, format: airflow, timeout: 2m}]                     | ingest.sources.0.timeout",
        "sources: [{name: a, format: airflow, tokn: x}]                         | did you mean token",
        "sources: [{name: a, format: databricks}]                               | ingest.sources.0.url",
        "sources: [{name: a, format: databricks, url: 'https://h'}]             | ingest.sources.0.token",
        "sources: [{name: a, format: dataworks, url: 'https://h'}]              | ingest.sources.0.access-key",
        "sources: [{name: a, format: dataworks, url: 'https://h', secret: s}]   | ingest.sources.0.access-key",
        "sources: [{name: a, format: aws, region: europe}]                      | ingest.sources.0.region",
        "sources: [{name: a, format: aws, access-key: k, secret: s}]            | ingest.sources.0.region",
        "sources: [{name: a, format: aws, region: eu-central-1}]                | ingest.sources.0.access-key",
        "sources: [{name: a, format: dbt, region: eu-central-1}]                | ingest.sources.0.region",
        "kubernetes: [{name: a}, {name: a}]                                     | ingest.kubernetes.1.name",
        "kubernetes: [{name: a, url: 'http://k8s.example.org'}]                 | ingest.kubernetes.0.url",
        "kubernetes: [{name: a, kinds: [pods]}]                                 | ingest.kubernetes.0.kinds",
        "kubernetes: [{name: a, namespaces: [B_]}]                              | ingest.kubernetes.0.namespaces"})
    void shouldNameWhatIsWrongWithTheWayInByItsPlace(String line, String named) throws IOException {
        Path file = write("ingest:\n  " + line.strip() + "\n");
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> ConfigFile.read(Optional.of(file), Map.of()))
                .satisfies(e -> assertThat(e.getMessage()).contains(named).contains("reprise.yaml"));
    }

    @Test
    void shouldNameTheRightSourceThoughOneBeforeItIsWrongToo() throws IOException {
        Path file = write("""
                ingest:
                  sources:
                    - {name: "a b", format: airflow}
                    - {name: fine, format: airflow}
                    - {name: c, format: airflow, zone: Mars/North}
                """);
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> ConfigFile.read(Optional.of(file), Map.of()))
                .satisfies(e -> assertThat(e.getMessage().lines())
                        .anySatisfy(
                                line -> assertThat(line).contains("reprise.yaml:3").contains("ingest.sources.0.name"))
                        .anySatisfy(
                                line -> assertThat(line).contains("reprise.yaml:5").contains("ingest.sources.2.zone")));
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
