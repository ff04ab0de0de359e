// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.permit.PermitAnswers;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;
import dev.reprise.schemas.wire.WireCodec;

class PermitRoutesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T02:15:00Z");
    private static final JsonMapper MAPPER = new JsonMapper();

    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(false, null, new ByteArraySerializer(),
            new ByteArraySerializer());
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    private final PermitAnswers answers = new PermitAnswers();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void start() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        server = HttpServer.start(HttpConfig.onLoopback(0), registry, List.of(new PermitRoutes("t.events", messages,
                new AckedProducer(kafka, Duration.ofSeconds(30)), answers, new IngestMeters(registry), () -> NOW)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void shouldAskTheLogAndAnswerWhatItSays() {
        CompletableFuture<HttpResponse<String>> answer = asked("?wait=30", body());
        ProducerRecord<byte[], byte[]> sent = acknowledged();
        answers.told(new PermitGranted("r1", new JobId("warehouse", "orders"), new PartitionKey("ds=2026-11-28"),
                new RunId("run-1"), 1, Gate.COMMIT, 3, 4711, NOW));

        assertThat(sent.topic()).isEqualTo("t.events");
        assertThat(sent.key()).asString().isEqualTo("warehouse/orders/ds=2026-11-28");
        assertThat(messages.read(sent.headers(), sent.value()).data()).isInstanceOfSatisfying(PermitRequested.class,
                request -> {
                    assertThat(request.at()).isEqualTo(NOW);
                    assertThat(request.expiresAt()).isEqualTo(NOW.plusSeconds(45));
                    assertThat(request.source()).isEqualTo("api");
                });
        assertThat(answer.join().statusCode()).isEqualTo(200);
        assertThat(json(answer.join()).path("state").asString("")).isEqualTo("GRANTED");
        assertThat(json(answer.join()).path("token").asLong(0)).isEqualTo(4711);
    }

    @Test
    void shouldTellWhyARunIsRefused() {
        CompletableFuture<HttpResponse<String>> answer = asked("?wait=30", body());
        acknowledged();
        answers.told(new PermitRefused("r1", new JobId("warehouse", "orders"), new PartitionKey("ds=2026-11-28"),
                new RunId("run-1"), 1, Gate.COMMIT, 3, Reason.PERMIT_SUPERSEDED, Optional.empty(), NOW));

        assertThat(answer.join().statusCode()).isEqualTo(200);
        assertThat(json(answer.join()).path("state").asString("")).isEqualTo("REFUSED");
        assertThat(json(answer.join()).path("detail").asString(""))
                .isEqualTo(Reason.PERMIT_SUPERSEDED.meaning());
    }

    @Test
    void shouldSayWhereToAskAgainWhereTheAnswerIsLate() {
        CompletableFuture<HttpResponse<String>> answer = asked("?wait=0", body());
        acknowledged();

        assertThat(answer.join().statusCode()).isEqualTo(202);
        assertThat(answer.join().headers().firstValue("Location")).contains("/api/v1/permits/r1");
        assertThat(json(answer.join()).path("state").asString("")).isEqualTo("WAITING");
        answers.told(new PermitGranted("r1", new JobId("warehouse", "orders"), new PartitionKey("ds=2026-11-28"),
                new RunId("run-1"), 1, Gate.COMMIT, 3, 4711, NOW));

        HttpResponse<String> again = client.sendAsync(HttpRequest.newBuilder(uri("/api/v1/permits/r1?wait=0")).build(),
                BodyHandlers.ofString()).join();
        assertThat(again.statusCode()).isEqualTo(200);
    }

    @Test
    void shouldSayThatKafkaIsAway() {
        CompletableFuture<HttpResponse<String>> answer = asked("", body());
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(() -> kafka.history().size() == 1);
        kafka.errorNext(new TimeoutException("away"));

        assertThat(answer.join().statusCode()).isEqualTo(503);
        assertThat(answer.join().headers().firstValue("Retry-After")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"gate, DOOR, 422, gate", "job, orders, 422, job", "asker, ' ', 422, asker",
        "validFor, 1h, 422, validFor", "expiresAt, 2026-11-29T02:15:00Z, 422, expiresAt",
        "colour, red, 422, colour", "rerunId, rr-1, 422, rerunId"})
    void shouldNameTheFieldAtFault(String field, String value, int status, String named) {
        HttpResponse<String> answer = asked("", body().put(field, value)).join();

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).path("field").asString("")).isEqualTo(named);
        assertThat(json(answer).path("fix").asString("")).isNotBlank();
        assertThat(kafka.history()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"31", "-1", "soon"})
    void shouldRefuseAWaitOutOfRange(String wait) {
        HttpResponse<String> answer = asked("?wait=" + wait, body()).join();

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("field").asString("")).isEqualTo("wait");
    }

    private static ObjectNode body() {
        return MAPPER.createObjectNode().put("job", "warehouse/orders").put("partition", "ds=2026-11-28")
                .put("run", "run-1").put("gate", "COMMIT").put("asker", "process-1").put("requestId", "r1")
                .put("validFor", "45s");
    }

    private CompletableFuture<HttpResponse<String>> asked(String query, JsonNode body) {
        return client.sendAsync(HttpRequest.newBuilder(uri("/api/v1/permits" + query))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString(body.toString())).build(),
                BodyHandlers.ofString());
    }

    private ProducerRecord<byte[], byte[]> acknowledged() {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(() -> kafka.history().size() == 1);
        kafka.completeNext();
        return kafka.history().getFirst();
    }

    private URI uri(String path) {
        return URI.create(server.uri() + path);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return MAPPER.readTree(answer.body());
    }
}
