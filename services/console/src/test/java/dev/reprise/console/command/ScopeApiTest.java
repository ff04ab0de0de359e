// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;

/** How far a role extends. Kafka is away here, so 503 means: it would have been written. */
class ScopeApiTest {

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final String ANSWER = "{'reason': 'x', 'rerunId': '" + Samples.rerunOf(ORDERS_28).value() + "'}";

    @TempDir
    static Path directory;
    private static ApiServer server;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warehouse", "owner"})
    void shouldActOnInstanceInScope(String caller) {
        assertThat(call(caller, "POST", INSTANCE + "/rerun", "{'reason': 'x', 'acceptNotIdempotent': true}"))
                .isEqualTo(503);
    }

    @ParameterizedTest
    @CsvSource({"elsewhere,403", "stranger,403"})
    void shouldNotActOnInstanceOutOfScope(String caller, int status) {
        assertThat(call(caller, "POST", INSTANCE + "/rerun", "{'reason': 'x'}")).isEqualTo(status);
        assertThat(call(caller, "POST", INSTANCE + "/rerun", "{'reason': 'x', 'acceptNotIdempotent': true}"))
                .isEqualTo(status);
        assertThat(call(caller, "POST", INSTANCE + "/approve", ANSWER)).isEqualTo(status);
        assertThat(call(caller, "POST", INSTANCE + "/reject", ANSWER)).isEqualTo(status);
        assertThat(call(caller, "PUT", "/api/v1/controls",
                "{'scope': 'warehouse/load_orders', 'kind': 'PAUSE', 'reason': 'x'}")).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"warehouse,503", "owner,403", "elsewhere,403", "stranger,403"})
    void shouldPauseNamespaceOnlyIfAllOfItIsInScope(String caller, int status) {
        assertThat(call(caller, "PUT", "/api/v1/controls", "{'scope': 'warehouse', 'kind': 'PAUSE', 'reason': 'x'}"))
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warehouse", "owner", "elsewhere", "stranger"})
    void shouldNotReachBeyondJobs(String caller) {
        assertThat(call(caller, "PUT", "/api/v1/controls", "{'scope': '*', 'kind': 'FREEZE', 'reason': 'x'}"))
                .isEqualTo(403);
        assertThat(call(caller, "POST", "/api/v1/storms/warehouse/hold", "{'reason': 'x'}")).isEqualTo(403);
        assertThat(call(caller, "POST", INSTANCE + "/rerun", "{'reason': 'x', 'withDownstream': true}"))
                .isEqualTo(403);
        assertThat(call(caller, "GET", INSTANCE, "")).as("reading is not limited").isEqualTo(200);
    }

    @Test
    void shouldApplyJobsInScopeOnly() {
        String own = "jobs: [{job: warehouse/load_orders, owner: {name: " + Samples.owner().name() + "}}]";
        String taken = "jobs: [{job: warehouse/load_orders, owner: {name: nobody}}]";
        String beside = "jobs: [{job: warehouse/load_orders}, {job: other/x}]";
        assertThat(call("warehouse", "PUT", "/api/v1/jobs?dryRun=true", own)).isEqualTo(200);
        assertThat(call("owner", "PUT", "/api/v1/jobs?dryRun=true", own)).isEqualTo(200);
        assertThat(call("owner", "PUT", "/api/v1/jobs", taken)).as("given away").isEqualTo(403);
        assertThat(call("stranger", "PUT", "/api/v1/jobs", taken)).as("taken over").isEqualTo(403);
        assertThat(call("warehouse", "PUT", "/api/v1/jobs", beside)).isEqualTo(403);
        assertThat(call("elsewhere", "PUT", "/api/v1/jobs?dryRun=true", own)).isEqualTo(403);
    }

    @Test
    void shouldHideNothingOfWhyItIsRefused() {
        HttpResponse<String> answer = server.client().anonymous("POST", INSTANCE + "/rerun", "{\"reason\": \"x\"}",
                "Authorization", "Bearer " + ApiServer.scopedToken("elsewhere"));
        assertThat(ApiClient.tree(answer).path("type").asString()).isEqualTo("urn:reprise:out-of-scope");
        assertThat(ApiClient.tree(answer).path("detail").asString())
                .isEqualTo("elsewhere does not have the role operator for the job warehouse/load_orders");
    }

    private static int call(String caller, String method, String path, String body) {
        return server.client().anonymous(method, path, body.replace('\'', '"'), "Authorization",
                "Bearer " + ApiServer.scopedToken(caller)).statusCode();
    }
}
