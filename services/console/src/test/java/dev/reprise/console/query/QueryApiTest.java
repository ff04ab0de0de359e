// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.ORDERS_EU;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.Incoming;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.topic.Topics;

/** Every route that reads, over real HTTP; the read model is filled once, since nothing here changes it. */
class QueryApiTest {

    private static final String ORDERS_28_PATH = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";

    private static final InstanceId ORDERS_1 = new InstanceId(ORDERS, new PartitionKey("ds=2026-11-01"));

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        client = server.client();
        server.apply(Topics.JOBS, Samples.job(ORDERS), Samples.job(REPORT.job()));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON),
                Samples.snapshot(ORDERS_EU, InstanceStatus.RUNNING, NOON.plusSeconds(1)),
                Samples.snapshot(REPORT, InstanceStatus.GAVE_UP, NOON.plusSeconds(2)));
        server.apply(Topics.DECISIONS, Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON),
                Samples.decision(ORDERS_28, Samples.suppress(Reason.STALE_ATTEMPT), NOON.plusSeconds(5)));
        server.apply(Topics.DECISIONS, Samples.unclassified(ORDERS_1, 1, "it broke at <n>", NOON),
                Samples.unclassified(ORDERS_1, 1, "it broke at <n>", NOON.plusSeconds(1)),
                Samples.unclassified(ORDERS_1, 2, "it broke at <n>", NOON.plusSeconds(2)),
                Samples.unclassified(REPORT, 1, "it broke at <n>", NOON.plusSeconds(3)),
                Samples.unclassified(ORDERS_1, 2, "no more rows", NOON.plusSeconds(4)));
        server.apply(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON), Samples.resolved(REPORT, 2, NOON));
        server.apply(Topics.DISPATCHES, Samples.intent(ORDERS_28, NOON.plusSeconds(6)));
        server.apply(Topics.NOTIFICATIONS, Samples.notification(ORDERS_28, NOON.plusSeconds(7)));
        server.readModel().writer().apply(List.of(letter(7), letter(8)), NOON);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Incoming letter(long offset) {
        return new Incoming.Unusable(new Incoming.Position(Topics.DEAD_LETTERS, 0, offset),
                new DeadLetter("dead-letters", 0, offset, NOON, "dead-letters", "reprise.events", Optional.of(3),
                        Optional.of(99L), "SCHEMA", "attempt is 0: attempts count from 1", "a/b/c", 12));
    }

    @Test
    void shouldListInstancesNewestFirst() {
        JsonNode page = client.json("/api/v1/instances");

        assertThat(texts(page, "instance")).containsExactly(REPORT.key(), ORDERS_EU.key(), ORDERS_28.key());
        assertThat(page.path("items").get(2).path("status").stringValue()).isEqualTo("AWAITING_APPROVAL");
        assertThat(page.path("items").get(2).path("meaning").stringValue())
                .isEqualTo(Reason.AWAITING_APPROVAL.meaning());
        assertThat(page.has("next")).isFalse();
    }

    @TestFactory
    Stream<DynamicTest> shouldFilterInstances() {
        record Case(String query, List<String> expected) {}
        return Stream
                .of(new Case("namespace=warehouse&job=load_orders&sort=updated",
                        List.of(ORDERS_28.key(), ORDERS_EU.key())),
                        new Case("job=warehouse/load_orders&q=eu", List.of(ORDERS_EU.key())),
                        new Case("job=spark:%252F%252Fcluster-1/daily%252Freport", List.of(REPORT.key())),
                        new Case("job=daily%252Freport", List.of(REPORT.key())),
                        new Case("status=RUNNING,gave_up", List.of(REPORT.key(), ORDERS_EU.key())),
                        new Case("status=RUNNING&status=AWAITING_APPROVAL", List.of(ORDERS_EU.key(), ORDERS_28.key())),
                        new Case("owner=nobody", List.of()),
                        new Case("label=tier=gold&q=REGION%3Deu", List.of(ORDERS_EU.key())),
                        new Case("label=tier=silver", List.of()), new Case("q=spark%3A%2F%2F", List.of(REPORT.key())))
                .map(each -> DynamicTest.dynamicTest(each.query(),
                        () -> assertThat(texts(client.json("/api/v1/instances?" + each.query()), "instance"))
                                .containsExactlyElementsOf(each.expected())));
    }

    @Test
    void shouldCountFailuresThatNoRuleKnowsOnceForEachEpisode() {
        List<JsonNode> counts = items(client.json("/api/v1/failures/unclassified"));

        assertThat(counts).hasSize(2);
        assertThat(counts.getFirst().path("signature").stringValue()).isEqualTo("it broke at <n>");
        assertThat(counts.getFirst().path("episodes").intValue()).isEqualTo(3);
        assertThat(counts.getFirst().path("jobs").intValue()).isEqualTo(2);
        assertThat(counts.getFirst().path("lastAt").stringValue()).isEqualTo(NOON.plusSeconds(3).toString());
        assertThat(counts.getFirst().path("example").stringValue()).isIn(ORDERS_1.key(), REPORT.key());
    }

    @TestFactory
    Stream<DynamicTest> shouldWalkEveryListByCursor() {
        return Stream.of("/api/v1/instances", "/api/v1/jobs", "/api/v1/alerts", "/api/v1/dead-letters",
                "/api/v1/failures/unclassified",
                ORDERS_28_PATH + "/decisions", ORDERS_28_PATH + "/timeline")
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    List<JsonNode> all = items(client.json(path));
                    List<JsonNode> walked = new ArrayList<>();
                    String cursor = "";
                    do {
                        JsonNode page = client.json(path + "?limit=1" + cursor);
                        walked.addAll(items(page));
                        cursor = page.has("next") ? "&cursor=" + page.path("next").stringValue() : "";
                    } while (!cursor.isEmpty());
                    assertThat(all).hasSizeGreaterThan(1);
                    assertThat(walked).containsExactlyElementsOf(all);
                }));
    }

    @Test
    void shouldShowInstanceWithDecisionsAndOpenAlerts() {
        JsonNode instance = client.json(ORDERS_28_PATH);

        assertThat(instance.path("instance").stringValue()).isEqualTo(ORDERS_28.key());
        assertThat(instance.path("status").stringValue()).isEqualTo("AWAITING_APPROVAL");
        assertThat(instance.path("owner").path("name").stringValue()).isEqualTo("data-platform");
        assertThat(instance.path("lastDecisions").get(0).path("reason").stringValue()).isEqualTo("STALE_ATTEMPT");
        assertThat(instance.path("openAlerts").get(0).path("state").stringValue()).isEqualTo("firing");
        assertThat(instance.path("openAlerts").get(0).path("content").path("summary").stringValue())
                .isEqualTo("load_orders waits for approval");
    }

    @TestFactory
    Stream<DynamicTest> shouldFindInstancesWithSlashesInTheirNames() {
        return Stream
                .of("warehouse/load_orders/ds=2026-11-28/region=eu",
                        "warehouse/load_orders/ds%3D2026-11-28%2Fregion%3Deu",
                        "spark:%2F%2Fcluster-1/daily%2Freport/*", "spark:%252F%252Fcluster-1/daily%252Freport/*")
                .map(path -> DynamicTest.dynamicTest(path,
                        () -> assertThat(client.get("/api/v1/instances/" + path).statusCode()).isEqualTo(200)));
    }

    @Test
    void shouldTellEveryDecisionOldestFirst() {
        JsonNode decision = client.json(ORDERS_28_PATH + "/decisions").path("items").get(0);

        assertThat(decision.path("kind").stringValue()).isEqualTo("suppress");
        assertThat(decision.path("reason").stringValue()).isEqualTo("DUPLICATE");
        assertThat(decision.path("meaning").stringValue()).isEqualTo(Reason.DUPLICATE.meaning());
        assertThat(decision.path("detail").stringValue()).contains("exit code 137");
        assertThat(decision.path("cause").path("offset").longValue()).isEqualTo(41);
        assertThat(decision.path("attempt").path("run").stringValue()).isEqualTo("run-7");
        assertThat(decision.path("before").stringValue()).isEqualTo("RUNNING");
        assertThat(decision.path("after").stringValue()).isEqualTo("AWAITING_APPROVAL");
    }

    @Test
    void shouldMergeTimeline() {
        JsonNode timeline = client.json(ORDERS_28_PATH + "/timeline");

        assertThat(texts(timeline, "source")).containsExactly("decision", "decision", "dispatch", "notification");
        assertThat(timeline.path("items").get(2).path("type").stringValue())
                .isEqualTo("dev.reprise.dispatch.intent.v1");
        assertThat(timeline.path("items").get(2).path("record").path("rerunId").stringValue())
                .isEqualTo(Samples.rerunOf(ORDERS_28).value());
    }

    @Test
    void shouldShowJobs() {
        assertThat(texts(client.json("/api/v1/jobs?namespace=warehouse"), "job")).containsExactly(ORDERS.key());
        server.apply(Topics.LINEAGE, Samples.lineage(ORDERS));
        assertThat(client.json("/api/v1/jobs/warehouse/load_orders").path("lineage").path("outputs").get(0)
                .stringValue()).isEqualTo("warehouse/dw.orders");
        assertThat(client.json("/api/v1/jobs/warehouse/load_orders").path("policy").path("version").stringValue())
                .isEqualTo("defaults");
    }

    @Test
    void shouldFilterAlertsByState() {
        assertThat(texts(client.json("/api/v1/alerts?state=firing"), "instance")).containsExactly(ORDERS_28.key());
        assertThat(texts(client.json("/api/v1/alerts?state=resolved"), "instance")).containsExactly(REPORT.key());
        assertThat(items(client.json("/api/v1/alerts"))).hasSize(2);
    }

    @Test
    void shouldShowWhatWaitsForApproval() {
        JsonNode approval = client.json("/api/v1/approvals").path("items").get(0);

        assertThat(approval.path("rerunId").stringValue()).isEqualTo(Samples.rerunOf(ORDERS_28).value());
        assertThat(Instant.parse(approval.path("expiresAt").stringValue())).isEqualTo(NOON.plusSeconds(7200));
        assertThat(approval.path("severity").stringValue()).isEqualTo("WARNING");
    }

    @Test
    void shouldExplainEveryReason() {
        assertThat(texts(client.json("/api/v1/reasons"), "code"))
                .containsExactly(Stream.of(Reason.values()).map(Reason::name).toArray(String[]::new));
    }

    @Test
    void shouldShowDeadLetters() {
        JsonNode letter = client.json("/api/v1/dead-letters").path("items").get(0);

        assertThat(letter.path("offset").longValue()).isEqualTo(8);
        assertThat(letter.path("sourceKafkaPartition").intValue()).isEqualTo(3);
        assertThat(letter.path("message").stringValue()).isEqualTo("attempt is 0: attempts count from 1");
    }

    @Test
    void shouldAnswerNotModifiedForKnownTag() {
        String tag = client.get(ORDERS_28_PATH).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again = client.get(ORDERS_28_PATH, "If-None-Match", tag);
        HttpResponse<String> other = client.get(ORDERS_28_PATH, "If-None-Match", "\"other\"");

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(other.statusCode()).isEqualTo(200);
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseBadParameterByName() {
        record Case(String path, String field) {}
        return Stream.of(new Case("/api/v1/instances?limit=0", "limit"),
                new Case("/api/v1/instances?limit=501", "limit"),
                new Case("/api/v1/instances?limit=ten", "limit"), new Case("/api/v1/instances?cursor=!", "cursor"),
                new Case("/api/v1/instances?cursor=YQ", "cursor"), new Case("/api/v1/alerts?cursor=YQpi", "cursor"),
                new Case("/api/v1/instances?status=BROKEN", "status"),
                new Case("/api/v1/instances?label=tier", "label"),
                new Case("/api/v1/instances?sort=name", "sort"),
                new Case("/api/v1/instances?job=a/b/c", "job"),
                new Case("/api/v1/instances?job=a/b&namespace=c", "namespace"), new Case("/api/v1/instances?q=", "q"),
                new Case("/api/v1/alerts?state=open", "state"), new Case("/api/v1/dead-letters?limit=-1", "limit"),
                new Case(ORDERS_28_PATH + "/decisions?cursor=YQ", "cursor"),
                new Case("/api/v1/instances/warehouse/load_orders/%20ds", "partition"))
                .map(each -> DynamicTest.dynamicTest(each.path(), () -> {
                    HttpResponse<String> answer = client.get(each.path());
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
                    assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo(each.field());
                    assertThat(ApiClient.tree(answer).path("fix").stringValue()).isNotBlank();
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerNotFound() {
        return Stream.of("/api/v1/instances/warehouse/load_orders/ds=1999-01-01",
                "/api/v1/instances/warehouse/load_orders/ds=1999-01-01/decisions",
                "/api/v1/instances/warehouse/load_orders/ds=1999-01-01/timeline", "/api/v1/jobs/warehouse/unknown",
                "/api/v1/jobs/warehouse", "/api/v1/nothing")
                .map(path -> DynamicTest.dynamicTest(path,
                        () -> assertThat(client.get(path).statusCode()).isEqualTo(404)));
    }

    private static List<JsonNode> items(JsonNode page) {
        List<JsonNode> items = new ArrayList<>();
        page.path("items").forEach(items::add);
        return items;
    }

    private static List<String> texts(JsonNode page, String field) {
        return items(page).stream().map(item -> item.path(field).stringValue()).toList();
    }
}
