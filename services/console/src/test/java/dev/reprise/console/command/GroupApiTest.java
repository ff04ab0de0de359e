// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.store.Incoming;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.topic.Topics;

/** Storms and controls over HTTP. Kafka is away here, so 503 means: it went that far. */
class GroupApiTest {

    private static final String REASON = "{\"reason\": \"looking\"}";

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        client = server.client();
        server.apply(Topics.JOBS, Samples.job(ORDERS), Samples.job(REPORT.job()));
        server.apply(Topics.STORMS, storm("warehouse"), storm("warehouse#refused"), storm("other"));
        server.apply(Topics.CONTROLS, control("*"), control("warehouse"));
        server.readModel().writer().apply(List.of(gone(Topics.STORMS, "other"), gone(Topics.CONTROLS, "warehouse")),
                NOON);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static StormSnapshot storm(String subject) {
        return new StormSnapshot(subject, "warehouse", Optional.empty(), BreakerState.OPEN, NOON, 21, 7, 0,
                Optional.of(NOON.plusSeconds(60)), Optional.empty(), Optional.of(ORDERS_28), NOON);
    }

    private static Control control(String scope) {
        return new Control(scope, ControlKind.PAUSE, NOON, Optional.empty(), "li", "month end");
    }

    private static Incoming gone(Topics topic, String key) {
        return new Incoming.Tombstone(new Incoming.Position(topic, 0, 900), key);
    }

    @Test
    void shouldListWhatHoldsAndForgetWhatIsOver() {
        JsonNode storms = client.json("/api/v1/storms");
        JsonNode controls = client.json("/api/v1/controls");

        assertThat(storms.path("items").findValuesAsString("subject")).containsExactly("warehouse",
                "warehouse#refused");
        assertThat(storms.path("items").get(0).path("held").intValue()).isEqualTo(7);
        assertThat(controls.path("items").findValuesAsString("scope")).containsExactly("*");
    }

    @Test
    void shouldTurnPages() {
        JsonNode first = client.json("/api/v1/storms?limit=1");
        JsonNode second = client.json("/api/v1/storms?limit=1&cursor=" + first.path("next").stringValue());

        assertThat(second.path("items").findValuesAsString("subject")).containsExactly("warehouse#refused");
        assertThat(second.has("next")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"If-Match, '\"OPEN@2020-01-01T00:00:00Z\"', 412", "If-None-Match, *, 412",
        "If-Match, '\"OPEN@{noon}/OPEN@{noon}\"', 503"})
    void shouldReleaseOnlyTheStormThatWasSeen(String header, String seen, int status) {
        HttpResponse<String> answer = client.anonymous("POST", "/api/v1/storms/warehouse/release",
                "{\"reason\": \"the disk is back\"}", "Authorization", "Bearer " + ApiServer.token(Role.OPERATOR),
                header, seen.replace("{noon}", NOON.toString()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"If-Match, '\"2020-01-01T00:00:00Z\"', 412", "If-Match, '\"{noon}\"', 503"})
    void shouldLiftOnlyThePauseThatWasSeen(String header, String seen, int status) {
        HttpResponse<String> answer = client.anonymous("DELETE", "/api/v1/controls?scope=*&reason=over", "",
                "Authorization", "Bearer " + ApiServer.token(Role.OPERATOR), header,
                seen.replace("{noon}", NOON.toString()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    private record Route(String method, String path, Role least) {}

    @TestFactory
    Stream<DynamicTest> shouldAdmitByRole() {
        return Stream
                .of(new Route("GET", "/api/v1/storms", Role.VIEWER), new Route("GET", "/api/v1/controls", Role.VIEWER),
                        new Route("POST", "/api/v1/storms/warehouse/hold", Role.OPERATOR),
                        new Route("POST", "/api/v1/storms/warehouse/release", Role.OPERATOR),
                        new Route("PUT", "/api/v1/controls", Role.OPERATOR),
                        new Route("DELETE", "/api/v1/controls", Role.OPERATOR))
                .flatMap(route -> Arrays.stream(Role.values()).map(role -> DynamicTest.dynamicTest(
                        route.method() + " " + route.path() + " by " + role, () -> {
                            String body = route.method().equals("GET") ? "" : "{}";
                            int status = client.call(route.method(), route.path(), body, role).statusCode();
                            if (role.includes(route.least())) {
                                assertThat(status).isIn(200, 400);
                            } else {
                                assertThat(status).isEqualTo(403);
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseBadInputByField() {
        record Case(String method, String path, String body, String field) {}
        return Stream.of(new Case("POST", "/api/v1/storms/warehouse/hold", "{}", "reason"),
                new Case("POST", "/api/v1/storms/" + "g".repeat(257) + "/hold", REASON, "group"),
                new Case("POST", "/api/v1/storms/warehouse/release", "{\"reason\": \"x\", \"why\": \"y\"}", "why"),
                new Case("PUT", "/api/v1/controls", "{\"scope\": \"*\", \"reason\": \"x\"}", "kind"),
                new Case("PUT", "/api/v1/controls", set("*", "STOP", ""), "kind"),
                new Case("PUT", "/api/v1/controls", set("", "PAUSE", ""), "scope"),
                new Case("PUT", "/api/v1/controls", set("warehous", "PAUSE", ""), "scope"),
                new Case("PUT", "/api/v1/controls", set("warehouse/load_order", "PAUSE", ""), "scope"),
                new Case("PUT", "/api/v1/controls", set("*", "PAUSE", "tomorrow"), "until"),
                new Case("PUT", "/api/v1/controls", set("*", "PAUSE", "2020-01-01T00:00:00Z"), "until"),
                new Case("DELETE", "/api/v1/controls?scope=*", "", "reason"),
                new Case("DELETE", "/api/v1/controls?reason=x", "", "scope"))
                .map(each -> DynamicTest.dynamicTest(each.method() + " " + each.field() + " " + each.body(), () -> {
                    HttpResponse<String> answer = client.call(each.method(), each.path(), each.body(), Role.ADMIN);
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo(each.field());
                }));
    }

    @Test
    void shouldNotLiftWhatIsNotSet() {
        assertThat(client.call("DELETE", "/api/v1/controls?scope=warehouse&reason=x", "", Role.ADMIN).statusCode())
                .isEqualTo(404);
    }

    @TestFactory
    Stream<DynamicTest> shouldGoToKafkaWithWhatIsRight() {
        record Case(String method, String path, String body) {}
        return Stream.of(new Case("POST", "/api/v1/storms/ware%2Fhouse/hold", REASON),
                new Case("PUT", "/api/v1/controls", set("spark://cluster-1", "freeze", "2999-01-01T00:00:00+08:00")),
                new Case("PUT", "/api/v1/controls", set("warehouse/load_orders", "PAUSE", "")),
                new Case("DELETE", "/api/v1/controls?scope=*&reason=x", ""))
                .map(each -> DynamicTest.dynamicTest(each.method() + " " + each.path(),
                        () -> assertThat(client.call(each.method(), each.path(), each.body(), Role.OPERATOR)
                                .statusCode()).isEqualTo(503)));
    }

    private static String set(String scope, String kind, String until) {
        return "{\"scope\": \"" + scope + "\", \"kind\": \"" + kind + "\", \"reason\": \"x\""
                + (until.isEmpty() ? "" : ", \"until\": \"" + until + "\"") + "}";
    }
}
