// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;

/** Walks the OpenAPI document: what holds for all lists, and what for all writes. */
class ContractWalkTest {

    private static final String TOO_LONG = "x".repeat(257);

    @TempDir
    static Path directory;
    private static ApiServer server;

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
    Stream<DynamicTest> shouldRefuseAParameterThatTheContractDoesNotName() {
        return operations().filter(each -> !each.path().endsWith("/stream"))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertRefused(each.ask("?staus=GAVE_UP"), "staus");
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldBoundEveryList() {
        return operations().filter(each -> each.names("query").contains("limit"))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertThat(each.names("query")).contains("cursor");
                    for (String limit : List.of("0", "501", "-1", "many", "1000000000000")) {
                        assertRefused(each.ask("?limit=" + limit), "limit");
                    }
                    assertRefused(each.ask("?cursor=%21"), "cursor");
                    if (each.names("query").contains("sort")) {
                        assertRefused(each.ask("?sort=best"), "sort");
                    }
                    JsonNode page = ApiClient.tree(each.ask("?limit=1"));
                    assertThat(page.path("items").size() + page.path("rows").size()).isLessThan(2);
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldNameWhatItRefusesOfEveryFilter() {
        return operations().filter(each -> each.method().equals("get")).flatMap(each -> each.names("query").stream()
                .filter(name -> Set.of("status", "state", "outcome", "kind", "force", "columns", "label")
                        .contains(name))
                .map(name -> DynamicTest.dynamicTest(each.name() + " " + name,
                        () -> assertRefused(each.ask("?" + name + "=NO-SUCH"), name))));
    }

    @TestFactory
    Stream<DynamicTest> shouldTakeTheIdentityOfEveryWrite() {
        return operations().filter(Operation::writes).map(each -> DynamicTest.dynamicTest(each.name(), () -> {
            assertThat(each.names("header")).contains("Idempotency-Key");
            assertThat(each.described().path("responses").propertyNames()).contains("503");
            assertRefused(each.call("Idempotency-Key", TOO_LONG), "Idempotency-Key");
        }));
    }

    private static void assertRefused(HttpResponse<String> answer, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(ApiClient.tree(answer).path("field").asString()).isEqualTo(field);
    }

    private static Stream<Operation> operations() {
        return Operation.all(server);
    }
}
