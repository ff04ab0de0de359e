// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/** The questions and commands of the story. Safe for use by many threads. */
public final class RepriseClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String JSON = "application/json";
    private static final String EVENTS = "/api/v1/events";

    private final URI server;
    private final WireCodec codec;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT)
            .build();

    /**
     * Makes a client; opens nothing yet.
     *
     * @param server the base address, such as {@code http://127.0.0.1:8080}
     */
    public RepriseClient(URI server, WireCodec codec) {
        this.server = server;
        this.codec = codec;
    }

    /**
     * Applies a document to the job registry.
     *
     * @param analyses what analysis says of the definitions that it names
     * @throws RepriseUnavailableException when it is not taken
     */
    public void apply(JsonNode registry, Map<JobId, DefinitionAnalysis> analyses) {
        ObjectNode body = codec.mapper().createObjectNode().put("document", registry.toString());
        ObjectNode byJob = body.putObject("analyses");
        analyses.forEach((job, analysis) -> byJob.set(job.key(), codec.mapper().valueToTree(analysis)));
        send("PUT", "/api/v1/jobs", "application/vnd.reprise.registry+json", bytes(body));
    }

    /**
     * Delivers one event.
     *
     * @param event a CloudEvent in structured mode
     * @throws RepriseUnavailableException when it is not taken
     */
    public void deliver(JsonNode event) {
        send("POST", EVENTS, "application/cloudevents+json", bytes(event));
    }

    /**
     * Delivers events in one request, in their order.
     *
     * @throws RepriseUnavailableException when one of them is not taken; then none is
     */
    public void deliverAll(List<? extends JsonNode> events) {
        send("POST", EVENTS, "application/cloudevents-batch+json",
                bytes(codec.mapper().createArrayNode().addAll(events)));
    }

    /** How many jobs of a namespace the registry shows, at most 100. */
    public int jobs(String namespace) {
        return get("/api/v1/jobs?namespace=" + encode(namespace)).path("items").size();
    }

    /** Where the instances of a namespace stand, at most 100. */
    public List<InstanceSnapshot> instances(String namespace) {
        List<InstanceSnapshot> instances = new ArrayList<>();
        for (JsonNode item : get("/api/v1/instances?namespace=" + encode(namespace)).path("items")) {
            instances.add((InstanceSnapshot) codec.read(WireType.INSTANCE, bytes(item)));
        }
        return instances;
    }

    /** The decisions on an instance, oldest first, at most 500. */
    public List<HeardDecision> decisions(InstanceId instance) {
        List<HeardDecision> decisions = new ArrayList<>();
        for (JsonNode item : get(path(instance) + "/decisions?limit=500").path("items")) {
            decisions.add(new HeardDecision(item.path("offset").asLong(0), item.path("kind").asString(""),
                    reason(item.path("reason").asString(""))));
        }
        return decisions;
    }

    /**
     * Approves a proposed rerun in the name of whoever runs this program.
     *
     * @param why a sentence; it is kept with the decision
     * @throws RepriseUnavailableException when it is not taken
     */
    public void approve(InstanceId instance, RerunId rerunId, String why) {
        JsonNode body = codec.mapper().valueToTree(Map.of("rerunId", rerunId.value(), "reason", why));
        send("POST", path(instance) + "/approve", JSON, bytes(body));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private JsonNode get(String path) {
        return send(request(path).header("Accept", JSON).GET(), "GET " + path);
    }

    private void send(String method, String path, String contentType, byte[] body) {
        send(request(path).header("Content-Type", contentType).method(method, BodyPublishers.ofByteArray(body)),
                method + " " + path);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(TIMEOUT);
    }

    private JsonNode send(HttpRequest.Builder request, String what) {
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
            if (answer.statusCode() < 200 || answer.statusCode() > 299) {
                throw new RepriseUnavailableException(what + " was answered with " + answer.statusCode() + ": "
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
            return codec.mapper().readTree(answer.body());
        } catch (JacksonException e) {
            throw new RepriseUnavailableException(what + " was answered with something that is no JSON", e);
        } catch (IOException e) {
            throw new RepriseUnavailableException(what + " was not answered by " + server + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RepriseUnavailableException(what + " was interrupted", e);
        }
    }

    private byte[] bytes(JsonNode node) {
        return codec.mapper().writeValueAsBytes(node);
    }

    private static Reason reason(String code) {
        return Arrays.stream(Reason.values()).filter(reason -> reason.name().equals(code)).findFirst()
                .orElse(Reason.UNRECOGNISED);
    }

    private static String path(InstanceId instance) {
        return "/api/v1/instances/" + Arrays.stream(instance.key().split("/", -1)).map(RepriseClient::encode)
                .collect(Collectors.joining("/"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
