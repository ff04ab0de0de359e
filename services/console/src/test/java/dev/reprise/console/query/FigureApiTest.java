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
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.topic.Topics;

/** The routes about everything together, over real HTTP. */
class FigureApiTest {

    private static final InstanceId ORDERS_27 = new InstanceId(ORDERS, new PartitionKey("ds=2026-11-27"));

    @TempDir
    Path directory;
    private ApiServer server;
    private ApiClient client;

    @BeforeEach
    void fill() {
        server = new ApiServer(directory);
        client = server.client();
        server.apply(Topics.JOBS, Samples.job(ORDERS), Samples.job(REPORT.job()));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_27, InstanceStatus.SUCCEEDED, NOON),
                Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON),
                Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON.plusSeconds(5)),
                Samples.snapshot(ORDERS_EU, InstanceStatus.GAVE_UP, NOON),
                Samples.snapshot(REPORT, InstanceStatus.SUCCEEDED, NOON));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldCountInstancesWhereTheyStandNow() {
        server.apply(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON), Samples.resolved(REPORT, 2, NOON));

        JsonNode overview = client.json("/api/v1/overview");

        assertThat(overview.path("statuses").toString())
                .isEqualTo("{\"SUCCEEDED\":2,\"AWAITING_APPROVAL\":1,\"GAVE_UP\":1}");
        assertThat(overview.path("oldestApproval").asString()).isEqualTo(NOON.plusSeconds(5).toString());
        assertThat(overview.path("firing").intValue()).isEqualTo(1);
        assertThat(overview.path("acked").intValue()).isZero();
    }

    @Test
    void shouldForgetWhatIsGone() {
        server.remove(Topics.INSTANCES, List.of(ORDERS_28.key(), ORDERS_EU.key(), "no/such/instance"));

        assertThat(client.json("/api/v1/overview").path("statuses").toString()).isEqualTo("{\"SUCCEEDED\":2}");
        assertThat(client.json("/api/v1/overview").has("oldestApproval")).isFalse();
    }

    @Test
    void shouldShowTroubleFirstWithALetterForEachPartition() {
        JsonNode grid = client.json("/api/v1/grid");

        assertThat(texts(grid.path("partitions"))).containsExactly("*", "ds=2026-11-27", "ds=2026-11-28",
                "ds=2026-11-28/region=eu");
        assertThat(statuses(grid, 0)).containsExactly("", "SUCCEEDED", "AWAITING_APPROVAL", "GAVE_UP");
        assertThat(grid.at("/items/0/job").asString()).isEqualTo(ORDERS.key());
        assertThat(grid.at("/items/0/trouble").intValue()).isEqualTo(2);
        assertThat(statuses(grid, 1)).containsExactly("SUCCEEDED", "", "", "");
        assertThat(grid.path("jobs").intValue()).isEqualTo(2);
        assertThat(grid.path("earlier").booleanValue()).isFalse();
    }

    @Test
    void shouldShowTheLastPartitionsAndGoBack() {
        JsonNode latest = client.json("/api/v1/grid?columns=2&sort=name");
        JsonNode earlier = client.json("/api/v1/grid?columns=2&before=ds%3D2026-11-28");
        JsonNode named = client.json("/api/v1/grid?prefix=ds%3D2026-11-28");

        assertThat(texts(latest.path("partitions"))).containsExactly("ds=2026-11-28", "ds=2026-11-28/region=eu");
        assertThat(latest.path("earlier").booleanValue()).isTrue();
        assertThat(latest.at("/items/0/job").asString()).isEqualTo(REPORT.job().key());
        assertThat(latest.at("/items/0/states").asString()).isEqualTo("  ");
        assertThat(texts(earlier.path("partitions"))).containsExactly("*", "ds=2026-11-27");
        assertThat(texts(named.path("partitions"))).containsExactly("ds=2026-11-28", "ds=2026-11-28/region=eu");
    }

    @Test
    void shouldPageThroughTheGrid() {
        JsonNode first = client.json("/api/v1/grid?limit=1");
        JsonNode second = client.json("/api/v1/grid?limit=1&cursor=" + first.path("next").asString());

        assertThat(first.at("/items/0/job").asString()).isEqualTo(ORDERS.key());
        assertThat(second.at("/items/0/job").asString()).isEqualTo(REPORT.job().key());
        assertThat(second.has("next")).isFalse();
    }

    @TestFactory
    Stream<DynamicTest> shouldNarrowTheGrid() {
        record Case(String query, int jobs) {}
        return Stream.of(new Case("namespace=warehouse", 1), new Case("q=REPORT", 1), new Case("status=GAVE_UP", 1),
                new Case("status=SUCCEEDED", 2), new Case("owner=data-platform", 2), new Case("owner=nobody", 0))
                .map(each -> DynamicTest.dynamicTest(each.query(), () -> {
                    JsonNode grid = client.json("/api/v1/grid?" + each.query());
                    assertThat(grid.path("jobs").intValue()).isEqualTo(each.jobs());
                    assertThat(grid.path("items")).hasSize(each.jobs());
                }));
    }

    @Test
    void shouldListDecisionsOfEveryInstanceNewestFirst() {
        server.apply(Topics.DECISIONS, Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON),
                Samples.decision(REPORT, Samples.suppress(Reason.STALE_ATTEMPT), NOON.plusSeconds(5)));

        JsonNode first = client.json("/api/v1/decisions?limit=1&kind=suppress");
        JsonNode second = client
                .json("/api/v1/decisions?limit=1&kind=suppress&cursor=" + first.path("next").asString());

        assertThat(first.at("/items/0/reason").asString()).isEqualTo("STALE_ATTEMPT");
        assertThat(second.at("/items/0/reason").asString()).isEqualTo("DUPLICATE");
        assertThat(client.json("/api/v1/decisions?kind=rerun").path("items")).isEmpty();
        assertThat(client.json("/api/v1/decisions?limit=1&kind=rerun,suppress")).isEqualTo(first);
    }

    @Test
    void shouldListTheAuditByActorAndSubject() {
        server.apply(Topics.AUDIT, Samples.audit(ORDERS_28, NOON), Samples.audit(REPORT, NOON.plusSeconds(1)));

        assertThat(texts(client.json("/api/v1/audit"), "subject")).containsExactly(REPORT.key(), ORDERS_28.key());
        assertThat(texts(client.json("/api/v1/audit?actor=ann&subject=" + ORDERS_28.key().replace("=", "%3D")),
                "reason")).containsExactly("ledger checked");
        assertThat(client.json("/api/v1/audit?actor=bob").path("items")).isEmpty();
    }

    @Test
    void shouldTellWhoIsCalling() {
        JsonNode caller = ApiClient.tree(client.call("GET", "/api/v1/me", "", Role.APPROVER));

        assertThat(caller.toString())
                .isEqualTo("{\"name\":\"approver\",\"roles\":[\"APPROVER\"],\"method\":\"TOKEN\"}");
        assertThat(client.anonymous("GET", "/api/v1/me", "").statusCode()).isEqualTo(401);
    }

    @Test
    void shouldTellHowTheProcessIs() {
        server.fallBehind(7);
        JsonNode system = client.json("/api/v1/system");
        server.catchUp();

        assertThat(system.path("version").asString()).isEqualTo("1.2.3");
        assertThat(system.path("caughtUp").booleanValue()).isFalse();
        assertThat(system.path("lag").intValue()).isEqualTo(7);
        assertThat(texts(system.path("positions"), "topic", "")).containsExactlyInAnyOrder("instances", "jobs");
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseWhatItCannotUse() {
        record Case(String path, String field) {}
        return Stream.of(new Case("grid?columns=201", "columns"), new Case("grid?columns=0", "columns"),
                new Case("grid?sort=colour", "sort"), new Case("grid?status=HAPPY", "status"),
                new Case("grid?limit=501", "limit"), new Case("grid?cursor=YQ", "cursor"),
                new Case("decisions?kind=guess", "kind"), new Case("decisions?kind=rerun,guess", "kind"),
                new Case("decisions?cursor=YQ", "cursor"),
                new Case("audit?cursor=%21", "cursor"), new Case("jobs?q=%20", "q"))
                .map(each -> DynamicTest.dynamicTest(each.path(), () -> {
                    HttpResponse<String> answer = client.get("/api/v1/" + each.path());
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(ApiClient.tree(answer).path("field").asString()).isEqualTo(each.field());
                }));
    }

    private static List<String> statuses(JsonNode grid, int row) {
        return grid.at("/items/" + row + "/states").asString().chars()
                .mapToObj(letter -> letter == ' ' ? "" : grid.path("legend").get(letter - 'a').asString()).toList();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).toList();
    }

    private static List<String> texts(JsonNode page, String field) {
        return texts(page.path("items"), field, "");
    }

    private static List<String> texts(JsonNode array, String field, String absent) {
        return StreamSupport.stream(array.spliterator(), false).map(each -> each.path(field).asString(absent)).toList();
    }
}
