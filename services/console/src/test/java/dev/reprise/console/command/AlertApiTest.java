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
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** Silences, acknowledgements and subscriptions over HTTP. Kafka is away here, so 503 means: it went that far. */
class AlertApiTest {
    private static final AlertFiring ALERT = Samples.firing(ORDERS_28, 3, NOON);
    private static final String KEY = ALERT.alertKey().value();

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void fill() {
        server = new ApiServer(directory);
        client = server.client();
        Instant now = Instant.now();
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.ALERTS, ALERT);
        server.apply(Topics.ACKNOWLEDGEMENTS,
                new Acknowledgement(ALERT.alertKey(), 3, "ada", now, now.plusSeconds(3600), Optional.of("mine")));
        server.apply(Topics.SILENCES,
                new Silence("s1", List.of("job=" + ORDERS.key()), now.minusSeconds(60), now.plusSeconds(3600), "li",
                        "move"),
                new Silence("s2", List.of("owner=x"), NOON, NOON.plusSeconds(60), "li", "over"));
        Instant yesterday = now.minus(Duration.ofDays(1));
        server.apply(Topics.DECISIONS, Samples.decision(ORDERS_28, new Decision.Alert(Reason.AWAITING_APPROVAL,
                ALERT.alertKey(), Severity.WARNING, Optional.empty(), Optional.empty()), yesterday),
                Samples.decision(ORDERS_28, new Decision.Resolve(Reason.RECOVERED, ALERT.alertKey()),
                        yesterday.plusSeconds(60)));
        server.apply(Topics.SUBSCRIPTIONS, rule("billing"), rule("gone"));
        server.remove(Topics.SUBSCRIPTIONS, List.of("gone"));
    }

    private static SubscriptionRule rule(String name) {
        return new SubscriptionRule(name, Optional.empty(), List.of("owner=billing"), List.of("job"),
                Duration.ofSeconds(30), Duration.ofMinutes(5), java.time.Duration.ZERO,
                List.of("on-call"), Optional.empty(), Optional.empty(), List.of(), NOON, "li");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldShowWhoHasTakenAnAlertAndWhatHidesIt() {
        JsonNode acked = client.json("/api/v1/alerts?state=acked").path("items").get(0);

        assertThat(acked.path("state").asString()).isEqualTo("acked");
        assertThat(acked.at("/acknowledgement/actor").asString()).isEqualTo("ada");
        assertThat(acked.path("silencedBy")).extracting(JsonNode::asString).containsExactly("s1");
        assertThat(client.json("/api/v1/alerts?state=firing").path("items")).isEmpty();
        assertThat(client.json("/api/v1/overview").path("acked").asInt()).isEqualTo(1);
    }

    @Test
    void shouldNotCallAnAlertTakenThatIsANewerOneNow() {
        server.apply(Topics.ALERTS, Samples.firing(ORDERS_28, 4, NOON));
        try {
            assertThat(client.json("/api/v1/alerts?state=firing").path("items")).hasSize(1);
        } finally {
            server.apply(Topics.ALERTS, new AlertFiring(ALERT.alertKey(), 4, ALERT.kind(), ALERT.severity(),
                    ALERT.content(), ALERT.startsAt()));
            Instant now = Instant.now();
            server.apply(Topics.ACKNOWLEDGEMENTS, new Acknowledgement(ALERT.alertKey(), 4, "ada", now,
                    now.plusSeconds(3600), Optional.of("mine")));
        }
    }

    @Test
    void shouldListSilencesWithTheirStateAndSubscriptions() {
        JsonNode silences = client.json("/api/v1/silences").path("items");

        assertThat(silences).extracting(each -> each.path("id").asString() + " " + each.path("state").asString())
                .containsExactly("s1 active", "s2 ended");
        assertThat(client.json("/api/v1/subscriptions").path("items").findValuesAsString("name"))
                .containsExactly("billing");
    }

    @Test
    void shouldTellWhatASilenceWouldHide() {
        HttpResponse<String> answer = client.call("POST", "/api/v1/silences/preview",
                "{\"matchers\": [\"namespace=" + ORDERS.namespace() + "\"], \"lasts\": \"2h\"}", Role.VIEWER);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ApiClient.tree(answer).path("hides").asInt()).isEqualTo(1);
        assertThat(ApiClient.tree(answer).path("examples").get(0).asString()).isEqualTo(KEY);
    }

    @Test
    void shouldTellWhatASubscriptionWouldHaveSent() {
        HttpResponse<String> answer = client.call("POST", "/api/v1/subscriptions/mine/trial?since=30d",
                "{\"receivers\": [\"on-call\"]}", Role.VIEWER);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ApiClient.tree(answer).path("messages").asInt()).isEqualTo(1);
        assertThat(ApiClient.tree(answer).at("/sample/0/first").asString()).isEqualTo(KEY);
    }

    @Test
    void shouldLetAnAdministratorAloneSilenceForLong() {
        String day = "{\"matchers\": [\"owner=billing\"], \"lasts\": \"24h\", \"reason\": \"x\"}";

        assertThat(client.call("POST", "/api/v1/silences", day, Role.OPERATOR).statusCode()).isEqualTo(400);
        assertThat(client.call("POST", "/api/v1/silences", day, Role.ADMIN).statusCode()).isEqualTo(503);
    }

    @Test
    void shouldWriteWhatIsRight() {
        record Call(String method, String path, String body) {}
        // Each waits for a Kafka that is away: beside one another.
        assertThat(List.of(new Call("POST", "/api/v1/alerts/ack", "{\"alertKey\": \"" + KEY + "\"}"),
                new Call("DELETE", "/api/v1/alerts/ack?alertKey=" + KEY, ""),
                new Call("DELETE", "/api/v1/silences/s1?reason=done", ""),
                new Call("PUT", "/api/v1/subscriptions/mine", "{\"receivers\": [\"on-call\"]}"),
                new Call("DELETE", "/api/v1/subscriptions/billing", "")).parallelStream()
                .map(each -> client.call(each.method(), each.path(), each.body(), Role.OPERATOR).statusCode()).toList())
                .containsOnly(503);
    }

    @Test
    void shouldNotEndWhatIsNotThere() {
        assertThat(Stream.of(client.call("POST", "/api/v1/alerts/ack", "{\"alertKey\": \"A/b\"}", Role.OPERATOR),
                client.call("DELETE", "/api/v1/alerts/ack?alertKey=A/b", "", Role.OPERATOR),
                client.call("DELETE", "/api/v1/silences/none?reason=done", "", Role.OPERATOR),
                client.call("DELETE", "/api/v1/silences/s2?reason=done", "", Role.OPERATOR),
                client.call("DELETE", "/api/v1/subscriptions/none", "", Role.OPERATOR)).map(HttpResponse::statusCode))
                .containsOnly(404);
    }

    private record Route(String method, String path, Role least) {}

    @TestFactory
    Stream<DynamicTest> shouldAdmitByRole() {
        return Stream.of(new Route("GET", "/api/v1/silences", Role.VIEWER),
                new Route("GET", "/api/v1/subscriptions", Role.VIEWER),
                new Route("POST", "/api/v1/silences/preview", Role.VIEWER),
                new Route("POST", "/api/v1/silences", Role.OPERATOR),
                new Route("DELETE", "/api/v1/silences/none", Role.OPERATOR),
                new Route("POST", "/api/v1/alerts/ack", Role.OPERATOR),
                new Route("DELETE", "/api/v1/alerts/ack", Role.OPERATOR),
                new Route("PUT", "/api/v1/subscriptions/mine", Role.OPERATOR),
                new Route("DELETE", "/api/v1/subscriptions/none", Role.OPERATOR),
                new Route("POST", "/api/v1/subscriptions/mine/trial", Role.VIEWER))
                .flatMap(route -> Arrays.stream(Role.values()).map(role -> DynamicTest.dynamicTest(
                        route.method() + " " + route.path() + " by " + role, () -> {
                            String body = route.method().equals("GET") ? "" : "{}";
                            int status = client.call(route.method(), route.path(), body, role).statusCode();
                            if (role.includes(route.least())) {
                                assertThat(status).isIn(200, 400, 404);
                            } else {
                                assertThat(status).isEqualTo(403);
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseBadInputByField() {
        record Case(String method, String path, String body, String field) {}
        String silence = "/api/v1/silences";
        String mine = "/api/v1/subscriptions/mine";
        return Stream.of(new Case("POST", "/api/v1/alerts/ack", "{}", "alertKey"),
                new Case("POST", "/api/v1/alerts/ack", "{\"alertKey\": \"" + KEY + "\", \"lasts\": \"8d\"}", "lasts"),
                new Case("POST", "/api/v1/alerts/ack", "{\"alertKey\": \"" + KEY + "\", \"reason\": \" \"}", "reason"),
                new Case("POST", silence, "{\"reason\": \"x\"}", "matchers"),
                new Case("POST", silence, "{\"matchers\": [\"owner\"], \"lasts\": \"1h\", \"reason\": \"x\"}",
                        "matchers"),
                new Case("POST", silence, "{\"matchers\": [\"owner!=x\"], \"lasts\": \"1h\", \"reason\": \"x\"}",
                        "matchers"),
                new Case("POST", silence, "{\"matchers\": [\"owner=x\"], \"lasts\": \"1h\"}", "reason"),
                new Case("POST", silence, "{\"matchers\": [\"owner=x\"], \"reason\": \"x\"}", "endsAt"),
                new Case("POST", silence, "{\"matchers\": [\"owner=x\"], \"lasts\": \"40d\", \"reason\": \"x\"}",
                        "endsAt"),
                new Case("POST", silence,
                        "{\"matchers\": [\"owner=x\"], \"endsAt\": \"2020-01-01T00:00:00Z\", \"reason\": \"x\"}",
                        "endsAt"),
                new Case("PUT", mine, "{}", "receivers"),
                new Case("PUT", mine, "{\"receivers\": [\"nobody\"]}", "subscription"),
                new Case("PUT", mine, "{\"receivers\": [\"on-call\"], \"match\": [\"a\"]}", "match"),
                new Case("PUT", mine, "{\"receivers\": [\"on-call\"], \"repeatInterval\": \"1m\"}", "repeatInterval"),
                new Case("PUT", mine, "{\"receivers\": [\"on-call\"], \"groupWait\": \"soon\"}", "groupWait"),
                new Case("PUT", mine, "{\"receivers\": [\"on-call\"], \"escalation\": [{\"after\": \"5s\"}]}", "after"),
                new Case("PUT", mine, "{\"receivers\": [\"on-call\"], \"quietHours\": {\"zone\": \"Mars\","
                        + " \"from\": \"22:00\", \"until\": \"07:00\"}}", "zone"),
                new Case("PUT", "/api/v1/subscriptions/a%20b", "{\"receivers\": [\"on-call\"]}", "name"))
                .map(each -> DynamicTest.dynamicTest(each.method() + " " + each.field() + " " + each.body(), () -> {
                    HttpResponse<String> answer = client.call(each.method(), each.path(), each.body(), Role.ADMIN);
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(ApiClient.tree(answer).path("field").stringValue()).isEqualTo(each.field());
                }));
    }
}
