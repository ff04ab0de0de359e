// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
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

/**
 * Every write of the OpenAPI document against what somebody else has changed meanwhile. Kafka is away here, so 503 means: it
 * went that far, and 412: nothing was changed.
 */
class RevisionWalkTest {

    /** Makes a new one each time: there is nothing that somebody else could have changed. */
    private static final Set<String> WITHOUT = Set.of("post /api/v1/silences");

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final Resource OF_INSTANCE = new Resource(INSTANCE, RevisionWalkTest::tag);
    private static final Resource OF_ALERT = new Resource("/api/v1/alerts?state=acked", answer -> {
        JsonNode alert = ApiClient.tree(answer).at("/items/0");
        return quoted(alert.path("revision").asInt() + "/" + alert.at("/acknowledgement/ackedAt").asString());
    });
    private static final Resource OF_SUBSCRIPTION = new Resource("/api/v1/subscriptions", member("updatedAt"));
    private static final Resource OF_CONTROL = new Resource("/api/v1/controls", member("from"));
    private static final Resource OF_STORM = new Resource("/api/v1/storms", answer -> {
        JsonNode storm = ApiClient.tree(answer).at("/items/0");
        return quoted(storm.path("state").asString() + "@" + storm.path("since").asString());
    });

    /** What each write acts on. A new one is to be added here, or it fails. */
    private static final Map<String, Resource> RESOURCES = Map.ofEntries(
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/rerun", OF_INSTANCE),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/approve", OF_INSTANCE),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/reject", OF_INSTANCE),
            Map.entry("put /api/v1/jobs", new Resource("/api/v1/jobs/warehouse/load_orders", RevisionWalkTest::tag)),
            Map.entry("post /api/v1/alerts/ack", OF_ALERT), Map.entry("delete /api/v1/alerts/ack", OF_ALERT),
            Map.entry("delete /api/v1/silences/{id}", new Resource("/api/v1/silences", member("endsAt"))),
            Map.entry("put /api/v1/subscriptions/{subscription}", OF_SUBSCRIPTION),
            Map.entry("delete /api/v1/subscriptions/{subscription}", OF_SUBSCRIPTION),
            Map.entry("post /api/v1/storms/{group}/hold", OF_STORM),
            Map.entry("post /api/v1/storms/{group}/release", OF_STORM),
            Map.entry("put /api/v1/controls", OF_CONTROL), Map.entry("delete /api/v1/controls", OF_CONTROL));

    @TempDir
    static Path directory;
    private static ApiServer server;

    /**
     * Something that is changed.
     *
     * @param path where it is read
     * @param revision what the answer says of its revision, as {@code If-Match} takes it
     */
    private record Resource(String path, Function<HttpResponse<String>, String> revision) {

        HttpResponse<String> read() {
            return server.client().get(path);
        }
    }

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
        Operation.fill(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldDescribeARevisionOfEveryWrite() {
        return writes().map(each -> DynamicTest.dynamicTest(each.name(), () -> {
            assertThat(RESOURCES).as("name what it acts on").containsKey(each.name());
            assertThat(each.names("header")).contains("If-Match");
            assertThat(each.described().path("responses").propertyNames()).contains("412");
        }));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseWhatWasSeenOtherwise() {
        return writes().map(each -> DynamicTest.dynamicTest(each.name(),
                () -> assertStale(each, "If-Match", "\"0123456789abcdef0123456789abcdef\"")));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseWhatWasNotSeenAtAll() {
        // An instance is never made by a write.
        return writes().filter(each -> !each.path().startsWith("/api/v1/instances/")).map(
                each -> DynamicTest.dynamicTest(each.name(), () -> assertStale(each, "If-None-Match", "*")));
    }

    @Test
    void shouldGoOnWithWhatStillHolds() throws Exception {
        // Each waits for a Kafka that is away: beside one another.
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> calls = writes().<Callable<String>>map(each -> () -> {
                Resource resource = RESOURCES.get(each.name());
                return each.name() + " "
                        + each.call("If-Match", resource.revision().apply(resource.read())).statusCode();
            }).toList();
            List<String> answers = callers.invokeAll(calls).stream().map(Future::resultNow).toList();

            assertThat(answers).hasSameSizeAs(RESOURCES.keySet()).allSatisfy(each -> assertThat(each).endsWith(" 503"));
        }
    }

    private static void assertStale(Operation operation, String header, String seen) {
        Resource resource = RESOURCES.get(operation.name());
        String before = resource.read().body();

        HttpResponse<String> answer = operation.call(header, seen);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(412);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode problem = ApiClient.tree(answer);
        assertThat(problem.path("type").asString()).isEqualTo("urn:reprise:stale-revision");
        assertThat(problem.path("field").asString()).isEqualTo(header);
        assertThat(problem.path("detail").asString()).isNotBlank();
        assertThat(problem.path("fix").asString()).isNotBlank();
        assertThat(resource.read().body()).isEqualTo(before);
        // Without the pattern of the last part: routes write it in their own way.
        String route = operation.method().toUpperCase(Locale.ROOT) + " " + operation.path().replaceFirst("\\{.*", "");
        await().atMost(Duration.ofSeconds(120)).untilAsserted(() -> assertThat(server.refused())
                .anySatisfy(refusal -> {
                    assertThat(refusal.status()).isEqualTo(412);
                    assertThat(refusal.route()).startsWith(route);
                    assertThat(refusal.caller()).isEqualTo("admin");
                }));
    }

    private static Stream<Operation> writes() {
        return Operation.all(server).filter(each -> each.writes() && !WITHOUT.contains(each.name()));
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    /** A member of the first of a list. */
    private static Function<HttpResponse<String>, String> member(String name) {
        return answer -> quoted(ApiClient.tree(answer).at("/items/0").path(name).asString());
    }

    private static String quoted(String revision) {
        return '"' + revision + '"';
    }
}
