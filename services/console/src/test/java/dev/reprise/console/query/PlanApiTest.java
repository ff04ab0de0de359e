// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import static dev.reprise.console.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.topic.Topics;

/** The forecast over real HTTP: orders are read by sales, as declared, and by a ledger, as lineage shows; a board reads both. */
class PlanApiTest {
    private static final String PLAN = "/api/v1/instances/warehouse/orders/ds=2026-11-28/region=eu/downstream";
    private static final JobId ORDERS = new JobId("warehouse", "orders");
    private static final JobId SALES = new JobId("warehouse", "sales");
    private static final JobId LEDGER = new JobId("finance", "ledger");
    private static final JobId BOARD = new JobId("finance", "board");

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        client = server.client();
        server.apply(Topics.JOBS, job(ORDERS, Idempotency.IDEMPOTENT), job(SALES, Idempotency.IDEMPOTENT, ORDERS),
                job(LEDGER, Idempotency.NOT_IDEMPOTENT), job(BOARD, Idempotency.IDEMPOTENT, SALES, LEDGER));
        server.apply(Topics.LINEAGE,
                new JobLineage(ORDERS, List.of(), List.of("lake/orders"), Optional.empty(), "spark", NOON),
                new JobLineage(LEDGER, List.of("lake/orders"), List.of(), Optional.empty(), "spark", NOON));
        server.apply(Topics.INSTANCES, standing(ORDERS, InstanceStatus.SUCCEEDED),
                standing(SALES, InstanceStatus.SUCCEEDED), standing(LEDGER, InstanceStatus.SUCCEEDED));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldForetellWhatARerunLeadsTo() {
        JsonNode plan = client.json(PLAN + "?force=true");

        assertThat(plan.path("root").path("instance").stringValue())
                .isEqualTo("warehouse/orders/ds=2026-11-28/region=eu");
        assertThat(plan.path("root").path("prospect").stringValue()).isEqualTo("RERUN");
        assertThat(plan.path("truncated").booleanValue()).isFalse();
        assertThat(downstream(plan)).extracting(entry -> entry.path("job").stringValue(),
                entry -> entry.path("depth").intValue(), entry -> entry.path("prospect").stringValue(),
                entry -> entry.path("reason").asString("")).containsExactly(
                        tuple("finance/ledger", 1, "REFUSED", "NON_IDEMPOTENT"),
                        tuple("warehouse/sales", 1, "RERUN", ""),
                        tuple("finance/board", 2, "NOT_RUN_YET", ""));
        assertThat(downstream(plan).get(0).path("meaning").stringValue()).isEqualTo(
                "It is not rerun. " + Reason.NON_IDEMPOTENT.meaning());
        assertThat(downstream(plan).get(2).path("via").stringValue())
                .isEqualTo("warehouse/sales/ds=2026-11-28/region=eu");
        assertThat(downstream(plan).get(2).has("status")).isFalse();
    }

    @Test
    void shouldTakeTheAnswersThatTheRequestWouldCarry() {
        assertThat(client.json(PLAN).path("root").path("reason").stringValue()).isEqualTo("ALREADY_SUCCEEDED");
        assertThat(downstream(client.json(PLAN + "?acceptNotIdempotent=true")).get(0).path("prospect").stringValue())
                .isEqualTo("RERUN");
    }

    @Test
    void shouldPlanForAnInstanceThatHasNeverRun() {
        assertThat(client.json(PLAN.replace("2026-11-28", "2026-11-29")).path("root").path("prospect").stringValue())
                .isEqualTo("RERUN");
    }

    @Test
    void shouldFollowTheRegistry() {
        JobId root = new JobId("alone", "root");
        String plan = "/api/v1/instances/alone/root/ds=2026-11-28/downstream?force=true";
        server.apply(Topics.JOBS, job(root, Idempotency.IDEMPOTENT));
        assertThat(downstream(client.json(plan))).isEmpty();

        server.apply(Topics.JOBS, job(new JobId("alone", "reader"), Idempotency.IDEMPOTENT, root));

        assertThat(downstream(client.json(plan))).extracting(entry -> entry.path("job").stringValue())
                .containsExactly("alone/reader");
    }

    @Test
    void shouldRefuseWhatItDoesNotKnowByName() {
        assertThat(client.get(PLAN.replace("orders", "nothing")).statusCode()).isEqualTo(404);
        HttpResponse<String> bad = client.get(PLAN + "?force=yes");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(ApiClient.tree(bad).path("field").stringValue()).isEqualTo("force");
    }

    private static List<JsonNode> downstream(JsonNode plan) {
        return StreamSupport.stream(plan.path("downstream").spliterator(), false).toList();
    }

    private static JobDefinition job(JobId job, Idempotency idempotency, JobId... upstreams) {
        List<Dependency> reads = List.of(upstreams).stream()
                .map(upstream -> new Dependency(upstream, PartitionMapping.SAME)).toList();
        return new JobDefinition(job, Optional.empty(), Map.of(), new PolicyBuilder(Policy.DEFAULTS).version("test")
                .idempotency(idempotency).cascade(new Cascade(reads, OnRewrite.LIST)).build(),
                Optional.of(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of(), Optional.empty())),
                Optional.empty(), NOON, "ann");
    }

    private static InstanceSnapshot standing(JobId job, InstanceStatus status) {
        return Samples.snapshot(new InstanceId(job, new PartitionKey("ds=2026-11-28/region=eu")), status, NOON);
    }
}
