// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
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
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** How far a role extends. Kafka is away here, so 503 means: it would have been written. */
class ScopeApiTest {

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final String ANSWER = "{'reason': 'x', 'rerunId': '" + Samples.rerunOf(ORDERS_28).value() + "'}";

    private static final AlertFiring ALERT = Samples.firing(ORDERS_28, 3, NOON);
    private static final String KEY = ALERT.alertKey().value();

    @TempDir
    static Path directory;
    private static ApiServer server;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        JobDefinition job = Samples.job(ORDERS);
        AdmissionRule rule = new AdmissionRule("orders", 5, Duration.ofMinutes(5), Duration.ofMinutes(5), 1, 10,
                BreakerRelease.AUTOMATIC, 0, 100, 10);
        server.apply(Topics.JOBS, new JobDefinition(job.job(), job.owner(), job.labels(),
                new PolicyBuilder(job.policy()).admission(Optional.of(rule)).build(), job.target(), job.analysis(),
                job.mapping(),
                job.updatedAt(), job.updatedBy()));
        Instant now = Instant.now();
        server.apply(Topics.ALERTS, ALERT);
        server.apply(Topics.ACKNOWLEDGEMENTS, new Acknowledgement(ALERT.alertKey(), 3, "ada", now,
                now.plusSeconds(3600), Optional.empty()));
        server.apply(Topics.SILENCES, new Silence("s1", List.of("namespace=warehouse"), now.minusSeconds(60),
                now.plusSeconds(3600), "li", "move"));
        server.apply(Topics.SUBSCRIPTIONS, new SubscriptionRule("theirs", Optional.empty(),
                List.of("namespace=warehouse"), List.of("job"), Duration.ofSeconds(30), Duration.ofMinutes(5),
                Duration.ZERO, List.of("on-call"), Optional.empty(), Optional.empty(), List.of(), NOON, "li"));
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
        assertThat(call(caller, "POST", INSTANCE + "/rerun", "{'reason': 'x', 'withDownstream': true}"))
                .isEqualTo(403);
        assertThat(call(caller, "GET", INSTANCE, "")).as("reading is not limited").isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "elsewhere", "stranger"})
    void shouldHoldNoStormOfWhichOneJobIsOutOfScope(String caller) {
        assertThat(call(caller, "POST", "/api/v1/storms/warehouse/hold", "{'reason': 'x'}")).isEqualTo(403);
        assertThat(call(caller, "POST", "/api/v1/storms/warehouse/release", "{'reason': 'x'}")).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"elsewhere", "stranger"})
    void shouldTakeNoAlertOfAJobOutOfScope(String caller) {
        assertThat(call(caller, "POST", "/api/v1/storms/orders/hold", "{'reason': 'x'}")).isEqualTo(403);
        assertThat(call(caller, "POST", "/api/v1/alerts/ack", "{'alertKey': '" + KEY + "'}")).isEqualTo(403);
        assertThat(call(caller, "DELETE", "/api/v1/alerts/ack?alertKey=" + KEY, "")).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"warehouse; namespace=other", "warehouse; namespace=~ware.*",
        "warehouse; owner=x", "warehouse; kind=NON_IDEMPOTENT", "elsewhere; job=warehouse/any",
        "stranger; namespace=warehouse"})
    void shouldHideAndTellOnlyWhatAMatcherKeepsInScope(String caller, String matcher) {
        assertThat(call(caller, "POST", "/api/v1/silences",
                "{'matchers': ['" + matcher + "'], 'lasts': '9h', 'reason': 'x'}")).isEqualTo(403);
        assertThat(call(caller, "PUT", "/api/v1/subscriptions/mine",
                "{'match': ['" + matcher + "'], 'receivers': ['on-call']}")).isEqualTo(403);
        assertThat(call(caller, "POST", "/api/v1/silences/preview",
                "{'matchers': ['" + matcher + "'], 'lasts': '1h'}")).as("reading is not limited").isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "elsewhere", "stranger"})
    void shouldEndNothingOutOfScope(String caller) {
        assertThat(call(caller, "DELETE", "/api/v1/silences/s1?reason=x", "")).isEqualTo(403);
        assertThat(call(caller, "DELETE", "/api/v1/subscriptions/theirs", "")).isEqualTo(403);
        assertThat(call(caller, "PUT", "/api/v1/subscriptions/theirs",
                "{'match': ['namespace=other', 'owner=nobody'], 'receivers': ['on-call']}")).as("taken over")
                .isEqualTo(403);
    }

    /** All at once: Kafka is away, and each waits for it until it gives up. */
    @Test
    void shouldLetThroughWhatIsInScope() {
        String silence = "{'matchers': ['%s'], 'lasts': '9h', 'reason': 'x'}";
        String rule = "{'match': ['%s'], 'receivers': ['on-call']}";
        List<Supplier<Integer>> calls = List.of(
                () -> call("warehouse", "POST", "/api/v1/storms/warehouse/hold", "{'reason': 'x'}"),
                () -> call("owner", "POST", "/api/v1/storms/orders/release", "{'reason': 'x'}"),
                () -> call("owner", "POST", "/api/v1/alerts/ack", "{'alertKey': '" + KEY + "'}"),
                () -> call("warehouse", "DELETE", "/api/v1/alerts/ack?alertKey=" + KEY, ""),
                () -> call("warehouse", "POST", "/api/v1/silences", silence.formatted("namespace=warehouse")),
                () -> call("warehouse", "POST", "/api/v1/silences", silence.formatted("job=warehouse/any")),
                () -> call("stranger", "POST", "/api/v1/silences", silence.formatted("owner=nobody")),
                () -> call("elsewhere", "PUT", "/api/v1/subscriptions/mine", rule.formatted("namespace=other")),
                () -> call("warehouse", "DELETE", "/api/v1/silences/s1?reason=x", ""),
                () -> call("warehouse", "DELETE", "/api/v1/subscriptions/theirs", ""));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> answers = calls.stream()
                    .map(each -> CompletableFuture.supplyAsync(each, threads)).toList();

            assertThat(answers.stream().map(CompletableFuture::join)).hasSize(10).containsOnly(503);
        }
    }

    @Test
    void shouldSayHowToStayInScopeAndTellTheAuditOfTheRefusal() {
        HttpResponse<String> answer = server.client().anonymous("POST", "/api/v1/silences",
                "{\"matchers\": [\"kind=NON_IDEMPOTENT\"], \"lasts\": \"1h\", \"reason\": \"x\"}",
                "Authorization", "Bearer " + ApiServer.scopedToken("elsewhere"));

        assertThat(ApiClient.tree(answer).path("type").asString()).isEqualTo("urn:reprise:out-of-scope");
        assertThat(ApiClient.tree(answer).path("detail").asString())
                .contains("a silence that no matcher confines: add one such as namespace=\"billing\"");
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(
                () -> assertThat(server.refused().toString()).contains("elsewhere").contains("/api/v1/silences"));
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
