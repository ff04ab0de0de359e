// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.topic.Topics;

/** Registry documents that are applied only if what was seen still holds. Dry runs, so that nothing waits for Kafka. */
class RegistryRevisionApiTest {

    private static final String BOTH = "jobs: [{job: warehouse/load_orders}, {job: warehouse/new}]";
    private static final String ONE = "jobs: [{job: warehouse/load_orders}]";
    private static final JobId OTHER = new JobId("warehouse", "other");

    @TempDir
    static Path directory;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void reset() {
        server.remove(Topics.JOBS, List.of("warehouse/late"));
        server.apply(Topics.JOBS, Samples.job(ORDERS), Samples.job(OTHER));
    }

    @Test
    void shouldTakeTheRevisionThatWasTold() {
        String revision = revision("", BOTH);
        server.apply(Topics.JOBS, changed(OTHER, 9, "li.na"));

        assertThat(apply("", BOTH, "If-Match", "\"" + revision + "\"").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldSayWhoChangedWhatSince() {
        String revision = revision("", BOTH);
        server.apply(Topics.JOBS, changed(ORDERS, 9, "li.na"));
        Instant at = Instant.now();
        server.apply(Topics.AUDIT, audit("job.change", ORDERS, at), audit("job.change", OTHER, at),
                audit("job.add", ORDERS, NOON), audit("rerun.request", ORDERS, at));

        HttpResponse<String> answer = apply("", BOTH, "If-Match", "\"" + revision + "\"");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(412);
        JsonNode problem = ApiClient.tree(answer);
        assertThat(problem.path("type").asString()).isEqualTo("urn:reprise:stale-revision");
        assertThat(problem.path("field").asString()).isEqualTo("If-Match");
        assertThat(problem.path("detail").asString()).isEqualTo("the jobs of this document are not as you saw them:"
                + " warehouse/load_orders was changed by li.na at " + at + "; the registry stays as it is");
        assertThat(problem.path("changes").size()).isEqualTo(1);
        assertThat(problem.at("/changes/0/reason").asString()).isEqualTo("budget");
        assertThat(apply("", BOTH, "If-Match", "\"" + problem.path("revision").asString() + "\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldNotMindThatTheSameWasAppliedAgain() {
        String revision = revision("", BOTH);
        JobDefinition job = Samples.job(ORDERS);
        server.apply(Topics.JOBS, new JobDefinition(job.job(), job.owner(), job.labels(), job.policy(), job.target(),
                job.analysis(), NOON.plusSeconds(60), "pipeline"));

        assertThat(apply("", BOTH, "If-Match", "\"" + revision + "\"").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldCountAJobThatCameIntoAPrunedNamespace() {
        String prune = "&prune=warehouse";
        String revision = revision(prune, BOTH);
        JobId late = new JobId("warehouse", "late");
        server.apply(Topics.JOBS, Samples.job(late));
        server.apply(Topics.AUDIT, audit("job.add", late, Instant.now()),
                audit("job.add", new JobId("ware", "house"), Instant.now()));

        HttpResponse<String> answer = apply(prune, BOTH, "If-Match", "\"" + revision + "\"");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(412);
        assertThat(ApiClient.tree(answer).path("changes").findValuesAsString("job")).containsExactly("warehouse/late");
        assertThat(apply("", BOTH, "If-Match", "\"" + revision("", BOTH) + "\"").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldTakeARequestAgainThatWasDoneBefore() {
        String revision = revision("", ONE);
        Accepted applied = (Accepted) RegistryParser.parse(ONE.getBytes(StandardCharsets.UTF_8), NOON, "admin");
        server.apply(Topics.JOBS, applied.jobs().getFirst());

        assertThat(apply("", ONE, "If-Match", "\"" + revision + "\"").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldTakeTheTagOfTheOneJob() {
        String tag = server.client().get("/api/v1/jobs/warehouse/load_orders").headers().firstValue("ETag")
                .orElseThrow();

        assertThat(apply("", ONE, "If-Match", tag).statusCode()).isEqualTo(200);
        assertThat(apply("", BOTH, "If-Match", tag).statusCode()).isEqualTo(412);
        server.apply(Topics.JOBS, changed(ORDERS, 9, "li.na"));
        assertThat(apply("", ONE, "If-Match", tag).statusCode()).isEqualTo(412);
    }

    @Test
    void shouldTellWhatIsThereFromWhatIsNot() {
        String fresh = "jobs: [{job: warehouse/new}]";

        assertThat(apply("", fresh, "If-None-Match", "*").statusCode()).isEqualTo(200);
        assertThat(apply("", fresh, "If-Match", "*").statusCode()).isEqualTo(412);
        assertThat(apply("", BOTH, "If-Match", "*").statusCode()).isEqualTo(200);
        HttpResponse<String> there = apply("", BOTH, "If-None-Match", "*");
        assertThat(there.statusCode()).isEqualTo(412);
        assertThat(ApiClient.tree(there).path("field").asString()).isEqualTo("If-None-Match");
        assertThat(apply("", BOTH, "If-Match", "nonsense, \"@\", \"\"").statusCode()).isEqualTo(412);
    }

    private String revision(String query, String document) {
        HttpResponse<String> answer = apply(query, document);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ApiClient.tree(answer).path("revision").asString();
    }

    private HttpResponse<String> apply(String query, String document, String... headers) {
        String whole = query.contains("prune") ? "namespaces: {warehouse: {}}\n" + document : document;
        return server.client().call("PUT", "/api/v1/jobs?dryRun=true" + query, whole, Role.ADMIN, headers);
    }

    private static JobDefinition changed(JobId job, int reruns, String actor) {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).maxReruns(reruns).build();
        return new JobDefinition(job, Optional.empty(), Map.of(), policy, Optional.empty(), Optional.empty(), NOON,
                actor);
    }

    private static AuditEntry audit(String action, JobId job, Instant at) {
        return new AuditEntry("li.na", action, job.key(), at, "cli", Optional.of("budget"), Optional.empty(),
                Optional.empty(), Optional.empty());
    }
}
