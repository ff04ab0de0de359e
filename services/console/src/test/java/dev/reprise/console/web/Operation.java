// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** One operation of the OpenAPI document, with a request that is right where {@link #fill} has been. */
record Operation(ApiServer server, String method, String path, JsonNode described, List<JsonNode> parameters) {

    /** Those that ask, and write nothing. */
    private static final Set<String> TRIALS = Set.of("post /api/v1/silences/preview",
            "post /api/v1/subscriptions/{subscription}/trial");

    private static final AlertFiring ALERT = Samples.firing(ORDERS_28, 3, NOON);
    static final String ALERT_KEY = ALERT.alertKey().value();
    private static final String ANSWER = "{\"reason\": \"x\", \"rerunId\": \"" + Samples.rerunOf(ORDERS_28).value()
            + "\"}";

    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/rerun", "{\"reason\": \"x\"}"),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/approve", ANSWER),
            Map.entry("post /api/v1/instances/{namespace}/{name}/{partition}/reject", ANSWER),
            Map.entry("put /api/v1/jobs", "jobs: [{job: warehouse/load_orders}]"),
            Map.entry("post /api/v1/alerts/ack", "{\"alertKey\": \"" + ALERT_KEY + "\"}"),
            Map.entry("post /api/v1/silences",
                    "{\"matchers\": [\"job=\\\"a/b\\\"\"], \"lasts\": \"1h\", \"reason\": \"x\"}"),
            Map.entry("put /api/v1/subscriptions/{subscription}", "{\"receivers\": [\"on-call\"]}"),
            Map.entry("post /api/v1/storms/{group}/hold", "{\"reason\": \"x\"}"),
            Map.entry("post /api/v1/storms/{group}/release", "{\"reason\": \"x\"}"),
            Map.entry("put /api/v1/controls", "{\"scope\": \"warehouse\", \"kind\": \"PAUSE\", \"reason\": \"x\"}"));

    private static final Map<String, String> QUERIES = Map.of("delete /api/v1/alerts/ack", "?alertKey=" + ALERT_KEY,
            "delete /api/v1/silences/{id}", "?reason=x", "delete /api/v1/controls", "?scope=warehouse&reason=x");

    /** Makes what the requests are about. */
    static void fill(ApiServer server) {
        Instant now = Instant.now();
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
        server.apply(Topics.ALERTS, ALERT);
        server.apply(Topics.ACKNOWLEDGEMENTS, new Acknowledgement(ALERT.alertKey(), 3, "ada", now,
                now.plusSeconds(3600), Optional.of("mine")));
        server.apply(Topics.SILENCES, new Silence("s1", List.of("job=" + ORDERS.key()), now.minusSeconds(60),
                now.plusSeconds(3600), "li", "move"));
        server.apply(Topics.SUBSCRIPTIONS, new SubscriptionRule("billing", Optional.empty(), List.of("owner=billing"),
                List.of("job"), Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ZERO, List.of("on-call"),
                Optional.empty(), Optional.empty(), List.of(), NOON, "li"));
        server.apply(Topics.STORMS,
                new StormSnapshot("warehouse", "warehouse", Optional.empty(), BreakerState.OPEN, NOON,
                        21, 7, 0, Optional.of(NOON.plusSeconds(60)), Optional.empty(), Optional.of(ORDERS_28), NOON));
        server.apply(Topics.CONTROLS,
                new Control("warehouse", ControlKind.PAUSE, NOON, Optional.empty(), "li", "month end"));
    }

    /** Every operation of the document that a server gives away. */
    static Stream<Operation> all(ApiServer server) {
        JsonNode contract = new YAMLMapper()
                .readTree(server.client().anonymous("GET", "/api/v1/openapi.yaml", "").body());
        return contract.path("paths").properties().stream().flatMap(path -> path.getValue().properties().stream()
                .filter(each -> Set.of("get", "post", "put", "delete").contains(each.getKey()))
                .map(each -> new Operation(server, each.getKey(), path.getKey(), each.getValue(),
                        Stream.of(path.getValue(), each.getValue())
                                .flatMap(of -> StreamSupport.stream(of.path("parameters").spliterator(), false))
                                .map(of -> of.has("$ref") ? contract.at(of.path("$ref").asString().substring(1)) : of)
                                .toList())));
    }

    String name() {
        return method + " " + path;
    }

    boolean writes() {
        return !method.equals("get") && !TRIALS.contains(name());
    }

    /** The names of its parameters in one place, such as {@code query}. */
    Set<String> names(String in) {
        Set<String> names = new TreeSet<>();
        parameters.stream().filter(each -> each.path("in").asString().equals(in))
                .forEach(each -> names.add(each.path("name").asString()));
        return names;
    }

    /** The request that is right. */
    HttpResponse<String> call(String... headers) {
        return ask(QUERIES.getOrDefault(name(), ""), headers);
    }

    /** The request with another query. */
    HttpResponse<String> ask(String query, String... headers) {
        return server.client().call(method.toUpperCase(Locale.ROOT), address() + query,
                BODIES.getOrDefault(name(), ""), Role.ADMIN, headers);
    }

    private String address() {
        return path.replace("{namespace}", "warehouse").replace("{name}", "load_orders")
                .replace("{partition}", "ds=2026-11-28").replace("{group}", "warehouse").replace("{id}", "s1")
                .replace("{subscription}", "billing");
    }
}
