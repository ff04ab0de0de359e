// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;

/** Walks the OpenAPI document: what holds for all lists, and what for all writes. */
class ContractWalkTest {

    /** Asks, and writes nothing. */
    private static final Set<String> TRIALS = Set.of("post /api/v1/silences/preview",
            "post /api/v1/subscriptions/{subscription}/trial");
    private static final String TOO_LONG = "x".repeat(257);

    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/rerun", "{\"reason\": \"x\"}"),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/approve", answer()),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/reject", answer()),
            Map.entry("put /api/v1/jobs", "jobs: [{job: warehouse/load_orders}]"),
            Map.entry("post /api/v1/alerts/ack", "{\"alertKey\": \"GAVE_UP/a\"}"),
            Map.entry("post /api/v1/silences", "{\"matchers\": [\"job=\\\"a/b\\\"\"], \"reason\": \"x\"}"),
            Map.entry("put /api/v1/subscriptions/{subscription}", "{}"),
            Map.entry("post /api/v1/storms/{group}/hold", "{\"reason\": \"x\"}"),
            Map.entry("post /api/v1/storms/{group}/release", "{\"reason\": \"x\"}"),
            Map.entry("put /api/v1/controls", "{\"scope\": \"warehouse\", \"kind\": \"PAUSE\", \"reason\": \"x\"}"));

    private static final Map<String, String> QUERIES = Map.of("delete /api/v1/alerts/ack", "?alertKey=GAVE_UP/a",
            "delete /api/v1/silences/{id}", "?reason=x", "delete /api/v1/controls", "?scope=warehouse&reason=x");

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static JsonNode contract;

    /** One operation of the document. */
    private record Operation(String method, String path, JsonNode described, List<JsonNode> parameters) {

        String name() {
            return method + " " + path;
        }

        boolean writes() {
            return !method.equals("get") && !TRIALS.contains(name());
        }

        Set<String> names(String in) {
            Set<String> names = new TreeSet<>();
            parameters.stream().filter(each -> each.path("in").asString().equals(in))
                    .forEach(each -> names.add(each.path("name").asString()));
            return names;
        }

        HttpResponse<String> call(String query, String... headers) {
            return server.client().call(method.toUpperCase(Locale.ROOT), address() + query,
                    BODIES.getOrDefault(name(), ""), Role.ADMIN, headers);
        }

        private String address() {
            return path.replace("{namespace}", "warehouse").replace("{name}", "load_orders")
                    .replace("{partition}", "ds=2026-11-28").replace("{group}", "warehouse").replace("{id}", "none")
                    .replace("{subscription}", "none");
        }
    }

    private static String answer() {
        return "{\"reason\": \"x\", \"rerunId\": \"" + Samples.rerunOf(ORDERS_28).value() + "\"}";
    }

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
        contract = new YAMLMapper()
                .readTree(server.client().anonymous("GET", "/api/v1/openapi.yaml", "").body());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseAParameterThatTheContractDoesNotName() {
        return operations().filter(each -> !each.path().endsWith("/stream"))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertRefused(each.call("?staus=GAVE_UP"), "staus");
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldBoundEveryList() {
        return operations().filter(each -> each.names("query").contains("limit"))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertThat(each.names("query")).contains("cursor");
                    for (String limit : List.of("0", "501", "-1", "many", "1000000000000")) {
                        assertRefused(each.call("?limit=" + limit), "limit");
                    }
                    assertRefused(each.call("?cursor=%21"), "cursor");
                    if (each.names("query").contains("sort")) {
                        assertRefused(each.call("?sort=best"), "sort");
                    }
                    JsonNode page = ApiClient.tree(each.call("?limit=1"));
                    assertThat(page.path("items").size() + page.path("rows").size()).isLessThan(2);
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldNameWhatItRefusesOfEveryFilter() {
        return operations().filter(each -> each.method().equals("get")).flatMap(each -> each.names("query").stream()
                .filter(name -> Set.of("status", "state", "outcome", "kind", "force", "columns", "label")
                        .contains(name))
                .map(name -> DynamicTest.dynamicTest(each.name() + " " + name,
                        () -> assertRefused(each.call("?" + name + "=NO-SUCH"), name))));
    }

    @TestFactory
    Stream<DynamicTest> shouldTakeTheIdentityOfEveryWrite() {
        return operations().filter(Operation::writes).map(each -> DynamicTest.dynamicTest(each.name(), () -> {
            assertThat(each.names("header")).contains("Idempotency-Key");
            assertThat(each.described().path("responses").propertyNames()).contains("503");
            assertRefused(each.call(QUERIES.getOrDefault(each.name(), ""), "Idempotency-Key", TOO_LONG),
                    "Idempotency-Key");
        }));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseStaleRevisionsWhereThereIsOne() {
        return operations().filter(each -> each.writes() && each.path().contains("{partition}"))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertThat(each.names("header")).contains("If-Match");
                    HttpResponse<String> answer = each.call("", "If-Match", "\"0123456789abcdef0123456789abcdef\"");
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(412);
                    assertThat(ApiClient.tree(answer).path("field").asString()).isEqualTo("If-Match");
                }));
    }

    private static void assertRefused(HttpResponse<String> answer, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(ApiClient.tree(answer).path("field").asString()).isEqualTo(field);
    }

    private static Stream<Operation> operations() {
        return contract.path("paths").properties().stream().flatMap(path -> path.getValue().properties().stream()
                .filter(each -> Set.of("get", "post", "put", "delete").contains(each.getKey()))
                .map(each -> new Operation(each.getKey(), path.getKey(), each.getValue(),
                        Stream.of(path.getValue(), each.getValue())
                                .flatMap(of -> StreamSupport.stream(of.path("parameters").spliterator(), false))
                                .map(of -> of.has("$ref") ? contract.at(of.path("$ref").asString().substring(1)) : of)
                                .toList())));
    }
}
