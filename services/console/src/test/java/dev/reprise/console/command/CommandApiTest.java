// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
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
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;

/** What the command API refuses by itself, and who may do what. Kafka is away here, so 503 means: it went that far. */
class CommandApiTest {

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final String RERUN_ID = Samples.rerunOf(ORDERS_28).value();
    private static final String RERUN = "{\"reason\": \"ledger checked\"}";
    private static final String ANSWER = "{\"reason\": \"ledger checked\", \"rerunId\": \"" + RERUN_ID + "\"}";
    private static final String JOBS = "jobs: [{job: warehouse/load_orders}]";

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        client = server.client();
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private record Route(String method, String path, String body, Role least) {}

    /** Every route of the console with the least role that may call it, against every role and none. */
    @TestFactory
    Stream<DynamicTest> shouldAdmitByRole() {
        return Stream.of(new Route("GET", "/api/v1/instances", "", Role.VIEWER),
                new Route("GET", INSTANCE, "", Role.VIEWER),
                new Route("GET", INSTANCE + "/decisions", "", Role.VIEWER),
                new Route("GET", INSTANCE + "/timeline", "", Role.VIEWER),
                new Route("GET", INSTANCE + "/downstream", "", Role.VIEWER),
                new Route("GET", "/api/v1/jobs", "", Role.VIEWER),
                new Route("GET", "/api/v1/jobs/warehouse/load_orders", "", Role.VIEWER),
                new Route("GET", "/api/v1/alerts", "", Role.VIEWER),
                new Route("GET", "/api/v1/approvals", "", Role.VIEWER),
                new Route("GET", "/api/v1/reasons", "", Role.VIEWER),
                new Route("GET", "/api/v1/dead-letters", "", Role.VIEWER),
                new Route("POST", INSTANCE + "/rerun", "{}", Role.OPERATOR),
                new Route("POST", INSTANCE + "/approve", "{}", Role.APPROVER),
                new Route("POST", INSTANCE + "/reject", "{}", Role.APPROVER),
                new Route("PUT", "/api/v1/jobs?dryRun=true", JOBS, Role.ADMIN)).flatMap(
                        route -> Stream
                                .concat(Stream.of(DynamicTest.dynamicTest(
                                        route.method() + " " + route.path() + " by nobody",
                                        () -> assertThat(client.anonymous(route.method(), route.path(), route.body())
                                                .statusCode())
                                                .isEqualTo(401))),
                                        Arrays.stream(Role.values()).map(role -> admitted(route, role))));
    }

    private static DynamicTest admitted(Route route, Role role) {
        return DynamicTest.dynamicTest(route.method() + " " + route.path() + " by " + role, () -> {
            int status = client.call(route.method(), route.path(), route.body(), role).statusCode();
            if (role.includes(route.least())) {
                assertThat(status).isIn(200, 400);
            } else {
                assertThat(status).isEqualTo(403);
            }
        });
    }

    @Test
    void shouldAskApproverToAnswerForJobThatMayNotRepeat() {
        HttpResponse<String> answer = client.call("POST", INSTANCE + "/rerun",
                "{\"reason\": \"x\", \"acceptNotIdempotent\": true}", Role.OPERATOR);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo("acceptNotIdempotent");
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseBadBodyByField() {
        record Case(String action, String body, String field) {}
        return Stream.of(new Case("rerun", "{}", "reason"), new Case("rerun", "{\"reason\": \" \"}", "reason"),
                new Case("rerun", "{\"reason\": \"" + "x".repeat(2049) + "\"}", "reason"),
                new Case("rerun", "{\"reason\": \"x\", \"forced\": true}", "forced"),
                new Case("rerun", "{\"reason\": \"x\", \"force\": \"very\"}", "force"),
                new Case("rerun?wait=2m", RERUN, "wait"), new Case("rerun?wait=long", RERUN, "wait"),
                new Case("rerun", "{\"reason\": \"x\", \"requestId\": \"\"}", "requestId"),
                new Case("approve", RERUN, "rerunId"), new Case("approve", "{\"rerunId\": \"rr-1\"}", "rerunId"),
                new Case("reject", "{\"rerunId\": \"" + RERUN_ID + "\"}", "reason"))
                .map(each -> DynamicTest.dynamicTest(each.action() + " " + each.body().length() + " " + each.field(),
                        () -> {
                            HttpResponse<String> answer = client.call("POST", INSTANCE + "/" + each.action(),
                                    each.body(), Role.ADMIN);
                            assertThat(answer.statusCode()).isEqualTo(400);
                            assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo(each.field());
                        }));
    }

    @Test
    void shouldRefuseBodyThatIsNoJson() {
        assertThat(client.call("POST", INSTANCE + "/rerun", "reason", Role.ADMIN).statusCode()).isEqualTo(400);
    }

    @Test
    void shouldRefuseTwoDifferentRequestIds() {
        HttpResponse<String> answer = client.call("POST", INSTANCE + "/rerun",
                "{\"reason\": \"x\", \"requestId\": \"one\"}", Role.ADMIN, "Idempotency-Key", "two");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo("Idempotency-Key");
    }

    @Test
    void shouldNotFindUnknownInstanceOfUnknownJob() {
        assertThat(client.call("POST", "/api/v1/instances/a/b/c/rerun", RERUN, Role.ADMIN).statusCode()).isEqualTo(404);
    }

    @Test
    void shouldAnswerUnavailableWhenKafkaIsAway() {
        HttpResponse<String> rerun = client.call("POST", INSTANCE + "/rerun", RERUN, Role.OPERATOR);
        HttpResponse<String> approve = client.call("POST", INSTANCE + "/approve", ANSWER, Role.APPROVER);
        HttpResponse<String> jobs = client.call("PUT", "/api/v1/jobs", JOBS, Role.ADMIN);

        assertThat(Stream.of(rerun, approve, jobs).map(HttpResponse::statusCode)).containsOnly(503);
        assertThat(ApiClient.tree(rerun).path("fix").stringValue()).contains("same Idempotency-Key");
    }

    @Test
    void shouldRefuseRegistryDocumentWithEveryProblem() {
        HttpResponse<String> answer = client.call("PUT", "/api/v1/jobs",
                "jobs:\n- job: a\n- job: a/b\n  policy: {settel: 1s}\n", Role.ADMIN);

        JsonNode problem = ApiClient.tree(answer);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(problem.path("type").stringValue()).isEqualTo("urn:reprise:registry-refused");
        assertThat(problem.path("problems").size()).isEqualTo(2);
        assertThat(problem.path("problems").get(1).path("line").intValue()).isEqualTo(4);
        assertThat(problem.path("problems").get(1).path("path").stringValue()).isEqualTo("jobs[1].policy.settel");
        assertThat(problem.path("problems").get(1).path("fix").stringValue()).isEqualTo("write settle");
    }

    @Test
    void shouldPlanWithoutWriting() {
        HttpResponse<String> answer = client.call("PUT", "/api/v1/jobs?dryRun=true&prune=warehouse",
                "jobs: [{job: warehouse/other}]", Role.ADMIN);

        JsonNode plan = ApiClient.tree(answer);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(plan.path("added").get(0).stringValue()).isEqualTo("warehouse/other");
        assertThat(plan.path("removed").get(0).stringValue()).isEqualTo("warehouse/load_orders");
        assertThat(plan.path("dryRun").booleanValue()).isTrue();
    }

    @Test
    void shouldTellOfDefinitionsThatNobodyAnalysed() {
        JsonNode plan = ApiClient.tree(client.call("PUT", "/api/v1/jobs?dryRun=true",
                "jobs: [{job: warehouse/other, definition: other.sql}]", Role.ADMIN));

        assertThat(plan.path("unanalysed").get(0).stringValue()).isEqualTo("warehouse/other");
    }

    @Test
    void shouldTakeAnalysesBesideTheDocument() {
        JsonNode plan = ApiClient.tree(withAnalysis("jobs: [{job: warehouse/other, definition: {path: other.sql}}]",
                "warehouse/other", "0".repeat(64)));

        assertThat(plan.path("added").get(0).stringValue()).isEqualTo("warehouse/other");
        assertThat(plan.path("unanalysed").size()).isZero();
    }

    @Test
    void shouldRefuseAnAnalysisThatFitsNothing() {
        String document = "jobs: [{job: warehouse/other, definition: other.sql}, {job: warehouse/plain}]";

        JsonNode unnamed = ApiClient.tree(withAnalysis(document, "warehouse/plain", "0".repeat(64)));
        JsonNode misnamed = ApiClient.tree(withAnalysis(document, "warehouse", "0".repeat(64)));
        JsonNode unsound = ApiClient.tree(withAnalysis(document, "warehouse/other", "abc"));
        JsonNode without = ApiClient.tree(client.call("PUT", "/api/v1/jobs", "{}", Role.ADMIN, "Content-Type",
                "application/vnd.reprise.registry+json"));

        assertThat(unnamed.path("detail").stringValue())
                .isEqualTo("the document names no definition of warehouse/plain");
        assertThat(misnamed.path("field").stringValue()).isEqualTo("analyses");
        assertThat(unsound.path("detail").stringValue()).contains("hash is no SHA-256");
        assertThat(without.path("field").stringValue()).isEqualTo("document");
    }

    private HttpResponse<String> withAnalysis(String document, String job, String hash) {
        return client.call("PUT", "/api/v1/jobs?dryRun=true", """
                {"document": "%s", "analyses": {"%s": {"verdict": "NOT_IDEMPOTENT", "afterFailure": "CONDITIONAL",
                 "afterSuccess": "NOT_IDEMPOTENT", "conditions": ["C-ATOMIC: a failed statement leaves nothing behind"],
                 "findings": [{"rule": "RR101", "place": "other.sql:1", "message": "rows are appended"}],
                 "definition": "other.sql", "hash": "%s", "analysedAt": "2026-11-29T12:00:00Z"}}}
                """.formatted(document, job, hash), Role.ADMIN, "Content-Type",
                "application/vnd.reprise.registry+json; charset=utf-8");
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseBadApplyParameter() {
        return Stream.of("prune=elsewhere", "dryRun=maybe", "reason=")
                .map(query -> DynamicTest.dynamicTest(query, () -> {
                    HttpResponse<String> answer = client.call("PUT", "/api/v1/jobs?" + query, JOBS, Role.ADMIN);
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(ApiClient.tree(answer).path("field").stringValue())
                            .isEqualTo(query.substring(0, query.indexOf('=')));
                }));
    }

    @Test
    void shouldNotCallMissingWhatItHasNotReadYet(@TempDir Path other) {
        try (ApiServer behind = new ApiServer(other)) {
            behind.fallBehind(1);

            assertThat(behind.client().call("POST", INSTANCE + "/rerun", RERUN, Role.OPERATOR).statusCode())
                    .isEqualTo(503);
            assertThat(behind.client().call("PUT", "/api/v1/jobs?dryRun=true&prune=warehouse", JOBS, Role.ADMIN)
                    .statusCode()).isEqualTo(503);
        }
    }
}
