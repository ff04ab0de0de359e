// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.SourceMapping;
import dev.reprise.schemas.job.TargetSpec;

class RegistryParserTest {

    private static final Instant NOW = Instant.parse("2026-11-29T20:00:00Z");

    @Test
    void shouldReadCompleteExample() {
        Accepted accepted = accepted(resource("/registry/complete.yaml"));

        assertThat(accepted.jobs()).extracting(JobDefinition::job).containsExactly(
                new JobId("warehouse", "load_orders"),
                new JobId("warehouse", "send_invoices"), new JobId("spark://cluster-1", "daily/report"));
        assertThat(accepted.namespaces()).containsExactlyInAnyOrder("warehouse", "spark://cluster-1");
        assertThat(accepted.jobs()).allMatch(job -> job.updatedBy().equals("ann") && job.updatedAt().equals(NOW));
    }

    @Test
    void shouldInheritEachKeyFromNamespaceThenDefaults() {
        JobDefinition job = accepted(resource("/registry/complete.yaml")).jobs().getFirst();

        assertThat(job.policy().idempotency()).isEqualTo(Idempotency.IDEMPOTENT);
        assertThat(job.policy().backoff())
                .isEqualTo(new Backoff(Duration.ofMinutes(2), 2, Duration.ofMinutes(10), 0.2));
        assertThat(job.policy().nativeRetries()).isEqualTo(new NativeRetries(3, Duration.ofMinutes(5)));
        assertThat(job.labels()).isEqualTo(Map.of("tier", "platinum", "team", "platform"));
        assertThat(job.owner()).hasValueSatisfying(owner -> assertThat(owner.name()).isEqualTo("data-platform"));
    }

    @Test
    void shouldReadTargets() {
        List<JobDefinition> jobs = accepted(resource("/registry/complete.yaml")).jobs();

        assertThat(jobs.get(0).target()).hasValueSatisfying(target -> {
            TargetSpec.Http http = (TargetSpec.Http) target;
            assertThat(http.guarantee()).isEqualTo(new DispatchClass.Keyed(Duration.ofDays(7)));
            assertThat(http.success().runIdPointer()).contains("/data/runId");
            assertThat(http.timeout()).isEqualTo(Duration.ofSeconds(20));
        });
        assertThat(jobs.get(1).target())
                .hasValueSatisfying(target -> assertThat(((TargetSpec.Process) target).command())
                        .containsExactly("/opt/jobs/send-invoices", "--day={{partition.ds}}"));
        assertThat(jobs.get(2).target()).isEmpty();
    }

    @Test
    void shouldReadTheMappingOfEvents() {
        List<JobDefinition> jobs = accepted(resource("/registry/complete.yaml")).jobs();

        assertThat(jobs.get(0).mapping()).contains(
                new SourceMapping("ds={{logical_date|yyyy-MM-dd}}", Optional.of("Asia/Shanghai")));
        assertThat(jobs.get(1).mapping()).isEmpty();
    }

    @Test
    void shouldTakeBackLostAfter() {
        assertThat(accepted(resource("/registry/complete.yaml")).jobs().get(1).policy().lostAfter()).isEmpty();
    }

    @Test
    void shouldGiveDefaultsToJobThatStatesNothing() {
        Policy policy = accepted("jobs: [{job: a/b}]").jobs().getFirst().policy();

        assertThat(policy).usingRecursiveComparison().ignoringFields("version", "admission")
                .ignoringCollectionOrder().isEqualTo(Policy.DEFAULTS);
        assertThat(policy.admission()).contains(new AdmissionRule("a", 20, Duration.ofMinutes(5),
                Duration.ofMinutes(5), 3, 30, BreakerRelease.AUTOMATIC, 0, 100, 10));
        assertThat(policy.version()).matches("[0-9a-f]{12}");
    }

    @Test
    void shouldKeepVersionWhenValueMovesBetweenLayers() {
        String own = accepted("jobs: [{job: a/b, policy: {settle: 1m}}]").jobs().getFirst().policy().version();
        String inherited = accepted(
                "{\"defaults\": {\"policy\": {\"settle\": \"60s\"}}, \"jobs\": [{\"job\": \"a/b\"}]}")
                .jobs().getFirst().policy().version();
        String other = accepted("jobs: [{job: a/b, policy: {settle: 2m}}]").jobs().getFirst().policy().version();

        assertThat(inherited).isEqualTo(own).isNotEqualTo(other);
    }

    @Test
    void shouldReadJsonIndentedWithTabs() {
        assertThat(accepted("{\n\t\"jobs\": [\n\t\t{\"job\": \"a/b\", \"policy\": {\"max-reruns\": 0}}\n\t]\n}").jobs())
                .singleElement().satisfies(job -> assertThat(job.policy().maxReruns()).isZero());
    }

    @Test
    void shouldTakeNumbersAndFlagsAsLabelTexts() {
        assertThat(accepted("jobs: [{job: a/b, labels: {tier: 1, pii: true}}]").jobs().getFirst().labels())
                .isEqualTo(Map.of("tier", "1", "pii", "true"));
    }

    @Test
    void shouldReadEveryExampleOfTheGuide() throws IOException {
        String guide = Files.readString(Path.of("..", "..", "docs", "registry.md"));
        List<String> examples = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(guide).results()
                .map(match -> match.group(1)).toList();

        assertThat(examples).hasSizeGreaterThanOrEqualTo(3);
        assertThat(examples).allSatisfy(RegistryParserTest::accepted);
        assertThat(examples.getFirst()).isEqualTo(withoutHeader(resource("/registry/complete.yaml")));
    }

    @Test
    void shouldReadDeployedExample() throws IOException {
        String example = Files.readString(Path.of("..", "..", "deploy", "examples", "jobs.yaml"));

        assertThat(accepted(example).jobs()).isNotEmpty();
    }

    private static String withoutHeader(String yaml) {
        return yaml.substring(yaml.indexOf('\n') + 1);
    }

    private static Accepted accepted(String document) {
        RegistryReading reading = RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), NOW, "ann");
        assertThat(reading).isInstanceOf(Accepted.class);
        return (Accepted) reading;
    }

    private static String resource(String name) {
        try (InputStream stream = Optional.ofNullable(RegistryParserTest.class.getResourceAsStream(name))
                .orElseThrow()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
