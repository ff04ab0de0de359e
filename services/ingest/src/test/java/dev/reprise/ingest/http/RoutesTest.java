// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
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

import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.intake.ForeignIntake;
import dev.reprise.ingest.lineage.Captures;
import dev.reprise.ingest.lineage.EventText;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.HeaderNames;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.schemas.wire.WireCodec;

/** The routes on a real server, with a producer that acknowledges when the test says so. */
class RoutesTest {

    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String STRUCTURED = "application/cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json";

    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(false, null, new ByteArraySerializer(),
            new ByteArraySerializer());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void start() {
        AckedProducer producer = new AckedProducer(kafka, Duration.ofSeconds(30));
        IngestMeters meters = new IngestMeters(registry);
        server = HttpServer.start(HttpConfig.onLoopback(0), registry,
                List.of(new EventRoutes("t.events", 500, new WireCodec(), producer, meters, () -> NOW),
                        new LineageRoutes(new RawLineage("t.raw"), 500, ByteSize.ofKibibytes(900), producer, meters,
                                () -> NOW),
                        new SourceRoutes(new ForeignIntake(new RawForeign("t.raw"), ByteSize.ofKibibytes(1), producer,
                                meters, () -> NOW), List.of(new AirflowFormat()), meters, () -> NOW)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void shouldAnswerOnlyWhenKafkaHasTheEvent() {
        CompletableFuture<HttpResponse<String>> answer = client
                .sendAsync(post("/api/v1/events", STRUCTURED, event("e1").toString()), BodyHandlers.ofString());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> kafka.history().size() == 1);
        assertThat(answer).isNotDone();
        kafka.completeNext();
        assertThat(answer.join().statusCode()).isEqualTo(202);
        assertThat(json(answer.join())).isEqualTo(MAPPER.readTree("{\"accepted\":1,\"ids\":[\"e1\"]}"));
        assertThat(
                registry.counter("rerun.events.consumed", "topic", "t.events", "type", "run.failed.v1", "outcome", "ok")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void shouldWriteTheContractsOwnFormWhateverTheMode() {
        HttpResponse<String> structured = acknowledged(post("/api/v1/events", STRUCTURED + "; charset=utf-8",
                event("e1").toString()));
        HttpResponse<String> binary = acknowledged(request("/api/v1/events").header("Content-Type", "application/json")
                .header("ce-specversion", "1.0").header("ce-id", "e1").header("ce-source", "/cron/host%2D1")
                .header("ce-type", "dev.reprise.run.failed.v1").header("CE-Time", "2026-11-29T11:59:00Z")
                .POST(BodyPublishers.ofString(event("e1").path("data").toString())).build());
        assertThat(structured.statusCode()).isEqualTo(202);
        assertThat(binary.statusCode()).isEqualTo(202);
        ProducerRecord<byte[], byte[]> first = kafka.history().getFirst();
        assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("prod/daily/dt=2026-11-28");
        assertThat(header(first, "ce_type")).isEqualTo("dev.reprise.run.failed.v1");
        assertThat(header(first, "ce_id")).isEqualTo("e1");
        assertThat(header(first, "content-type")).isEqualTo("application/json");
        assertThat(header(kafka.history().getLast(), "ce_source")).isEqualTo("/cron/host-1");
        assertThat(kafka.history().getLast().value()).isEqualTo(first.value());
    }

    @Test
    void shouldHandOnWhereInATraceTheSenderStands() {
        String caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        String own = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";
        ObjectNode named = event("e1");
        named.put("traceparent", own);
        ObjectNode misnamed = event("e2");
        misnamed.put("traceparent", "garbage");
        assertThat(acknowledged(request("/api/v1/events").header("Content-Type", STRUCTURED)
                .header("traceparent", caller).POST(BodyPublishers.ofString(named.toString())).build()).statusCode())
                .isEqualTo(202);
        assertThat(acknowledged(post("/api/v1/events", STRUCTURED, misnamed.toString())).statusCode()).isEqualTo(202);
        assertThat(acknowledged(request("/api/v1/sources/airflow").header("Content-Type", "application/json")
                .header("traceparent", caller)
                .POST(BodyPublishers.ofString("{\"dag_id\":\"sales\",\"run_id\":\"r1\"}")).build()).statusCode())
                .isEqualTo(202);

        assertThat(header(kafka.history().getFirst(), "traceparent")).isEqualTo(own);
        assertThat(kafka.history().get(1).headers().lastHeader("traceparent")).isNull();
        assertThat(header(kafka.history().get(2), "traceparent")).isEqualTo(caller);
    }

    @Test
    void shouldKeepAForeignBodyAsItCame() {
        String body = "{\"version\": 1, \"dag_id\":\"sales\", \"run_id\":\"r1\", \"task_id\":\"load\"}";
        HttpResponse<String> answer = acknowledged(
                post("/api/v1/sources/airflow?source=airflow-prod", "application/json", body));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).path("key").asString()).isEqualTo("airflow/airflow-prod/sales/r1/load");
        ProducerRecord<byte[], byte[]> record = kafka.history().getFirst();
        assertThat(record.value()).asString(StandardCharsets.UTF_8).isEqualTo(body);
        assertThat(header(record, "reprise-format")).isEqualTo("airflow");
        assertThat(header(record, "reprise-format-version")).isEqualTo("1");
        assertThat(header(record, "reprise-source")).isEqualTo("airflow-prod");
    }

    @Test
    void shouldPackAForeignBodyThatFitsNoRecord() {
        String body = "{\"dag_id\":\"" + "a".repeat(4000) + "\"}";
        assertThat(acknowledged(post("/api/v1/sources/airflow", "application/json", body)).statusCode())
                .isEqualTo(202);
        assertThat(header(kafka.history().getFirst(), "content-encoding")).isEqualTo("gzip");
        assertThat(kafka.history().getFirst().value().length).isLessThan(1024);
        assertThat(kafka.history().getFirst().key().length).isLessThan(600);
    }

    @Test
    void shouldRefuseForeignBodiesByName() {
        assertThat(sent(post("/api/v1/sources/cobol", "application/json", "{\"a\":1}")).statusCode()).isEqualTo(404);
        assertThat(sent(post("/api/v1/sources/airflow", "application/json", "{")).statusCode()).isEqualTo(400);
        assertThat(sent(post("/api/v1/sources/airflow", "application/json", "7")).statusCode()).isEqualTo(400);
        assertThat(sent(post("/api/v1/sources/airflow?source=a%20b", "application/json", "{\"a\":1}")).statusCode())
                .isEqualTo(400);
        assertThat(kafka.history()).isEmpty();
    }

    @Test
    void shouldTakeABatchAsAWhole() {
        String batch = MAPPER.writeValueAsString(List.of(event("e1"), event("e2"), event("e3")));
        HttpResponse<String> answer = acknowledged(post("/api/v1/events", BATCH, batch));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).path("ids")).hasSize(3);
        assertThat(kafka.history()).hasSize(3);
    }

    @Test
    void shouldTakeNothingOfABatchWithABadEventAndNameEach() {
        ObjectNode noRun = event("e2");
        ((ObjectNode) noRun.path("data")).remove("run");
        ObjectNode badAttempt = event("e3");
        ((ObjectNode) badAttempt.path("data")).put("attempt", 0);
        HttpResponse<String> answer = sent(post("/api/v1/events", BATCH,
                MAPPER.writeValueAsString(List.of(event("e1"), noRun, badAttempt))));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(json(answer).path("detail").asString()).isEqualTo("2 of 3 events are unusable; none was taken in");
        assertThat(json(answer).path("problems").values()).extracting(
                problem -> problem.path("index").asInt() + " " + problem.path("field").asString())
                .containsExactly("1 run", "2 attempt");
        assertThat(json(answer).path("problems").values()).allSatisfy(problem -> {
            assertThat(problem.path("fix").asString()).isNotEmpty();
            assertThat(problem.path("rule").asString()).isEqualTo("SCHEMA");
        });
        assertThat(kafka.history()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "id          |                                   | 400 | id          | missing",
        "specversion | 0.3                               | 400 | specversion | 1.0",
        "type        | dev.reprise.run.faild.v1          | 422 | type        | dev.reprise.run.failed.v1",
        "type        | dev.reprise.rerun.requested.v1    | 403 | type        | /rerun",
        "type        | dev.reprise.rerun.approved.v1     | 403 | type        | /approve",
        "type        | dev.reprise.barrier.v1            | 403 | type        | run events",
        "type        | dev.reprise.decision.v1           | 403 | type        | decisions",
        "type        | dev.reprise.job.v1                | 403 | type        | PUT /api/v1/jobs",
        "time        | yesterday                         | 400 | time        | RFC 3339",})
    void shouldRefuseAnEnvelopeByName(String attribute, String value, int status, String field, String hint) {
        ObjectNode event = event("e1");
        if (value == null) {
            event.remove(attribute);
        } else {
            event.put(attribute, value);
        }
        HttpResponse<String> answer = sent(post("/api/v1/events", STRUCTURED, event.toString()));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).path("field").asString()).isEqualTo(field);
        assertThat(answer.body()).contains(hint);
        assertThat(kafka.history()).isEmpty();
    }

    @Test
    void shouldNameAnAttributeAsTheHeaderItCameIn() {
        HttpResponse<String> answer = sent(request("/api/v1/events").header("Content-Type", "application/json")
                .header("ce-specversion", "1.0").header("ce-id", "e1").header("ce-source", "s")
                .POST(BodyPublishers.ofString("{}")).build());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("field").asString()).isEqualTo("ce-type");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"job | nonsense | job", "kind | MELTED | kind", "colour | red | colour"})
    void shouldRefuseDataByField(String field, String value, String named) {
        ObjectNode event = event("e1");
        ((ObjectNode) event.path("data")).put(field, value);
        HttpResponse<String> answer = sent(post("/api/v1/events", STRUCTURED, event.toString()));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(json(answer).path("field").asString()).isEqualTo(named);
        assertThat(json(answer).path("detail").asString()).isNotEmpty();
        assertThat(registry.counter("rerun.events.refused", "topic", "t.events", "rule", "SCHEMA").count())
                .isEqualTo(1);
    }

    @Test
    void shouldRefuseTheFuture() {
        ObjectNode event = event("e1");
        ((ObjectNode) event.path("data")).put("at", "2026-11-29T12:10:01Z");
        HttpResponse<String> answer = sent(post("/api/v1/events", STRUCTURED, event.toString()));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(json(answer).path("field").asString()).isEqualTo("at");
        assertThat(json(answer).path("type").asString()).isEqualTo("urn:reprise:future-time");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"application/json | {} | 400 | ce-type", "text/plain | x | 415 | Content-Type",
        "application/cloudevents+json | { | 400 | ", "application/cloudevents+json | [] | 400 | ",
        "application/cloudevents-batch+json | {} | 400 | ", "application/cloudevents-batch+json | [] | 400 | "})
    void shouldRefuseARequestThatIsNoCloudEvent(String type, String body, int status, String field) {
        HttpResponse<String> answer = sent(post("/api/v1/events", type, body));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).path("field").asString("")).isEqualTo(field == null ? "" : field);
        assertThat(answer.body()).doesNotContain("Exception");
    }

    @Test
    void shouldRefuseTooManyAtOnceAndTooMuch() {
        String many = MAPPER.writeValueAsString(IntStream.range(0, 501).mapToObj(n -> "x").toList());
        assertThat(sent(post("/api/v1/events", BATCH, many)).statusCode()).isEqualTo(413);
        assertThat(sent(post("/api/v1/lineage/batch", "application/json", many)).statusCode()).isEqualTo(413);
        String large = EventText.task("START", "t").tag("note", "x".repeat(950_000)).toString();
        HttpResponse<String> answer = sent(post("/api/v1/lineage", "application/json", large));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("ingest.max-event");
        assertThat(sent(post("/api/v1/events", STRUCTURED, "x".repeat(1_100_000))).statusCode()).isEqualTo(413);
    }

    @Test
    void shouldSayThatKafkaIsAway() {
        kafka.sendException = new TimeoutException("no broker");
        for (HttpRequest request : List.of(post("/api/v1/events", STRUCTURED, event("e1").toString()),
                post("/api/v1/lineage", "application/json", EventText.task("START", "t").toString()))) {
            HttpResponse<String> answer = sent(request);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            assertThat(answer.body()).contains("send the same again");
        }
    }

    @Test
    void shouldSayThatTheClusterTakesNoLargerRecord() {
        CompletableFuture<HttpResponse<String>> answer = client
                .sendAsync(post("/api/v1/events", STRUCTURED, event("e1").toString()), BodyHandlers.ofString());
        Awaitility.await().atMost(Duration.ofSeconds(60))
                .until(() -> kafka.errorNext(new RecordTooLargeException("no")));
        assertThat(answer.join().statusCode()).isEqualTo(413);
    }

    @Test
    void shouldKeepALineageEventAsItCame() throws IOException {
        String body = Captures.bodies("spark-3.5.8/insert-into__fails-in-the-middle__attempt1.ndjson").get(10);
        HttpResponse<String> answer = acknowledged(request("/api/v1/lineage")
                .header("Content-Type", "application/json; charset=UTF-8").header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(gzip(body))).build());
        assertThat(answer.statusCode()).isEqualTo(201);
        ProducerRecord<byte[], byte[]> record = kafka.history().getFirst();
        assertThat(new String(record.value(), StandardCharsets.UTF_8)).isEqualTo(body);
        // the root of the tree of runs, so that the task, the application and its statements keep their order
        assertThat(new String(record.key(), StandardCharsets.UTF_8))
                .isEqualTo("openlineage/0190d3a1-0000-7000-8000-0000000000aa");
        assertThat(header(record, HeaderNames.FORMAT)).isEqualTo("openlineage");
        assertThat(header(record, HeaderNames.RECEIVED_AT)).isEqualTo("2026-11-29T12:00:00Z");
        assertThat(header(record, HeaderNames.CONTENT_TYPE)).isEqualToIgnoringCase("application/json; charset=UTF-8");
    }

    @Test
    void shouldTakeTheRequestsOfARealClient() {
        for (String line : Captures.bodies("java-client-1.55.0/http-requests.ndjson")) {
            JsonNode captured = MAPPER.readTree(line);
            HttpRequest.Builder request = request(captured.path("path").asString());
            for (String name : List.of("Accept", "Content-Type", "Accept-Encoding", "User-Agent")) {
                request.header(name, captured.path("headers").path(name).asString());
            }
            HttpResponse<String> answer = acknowledged(
                    request.POST(BodyPublishers.ofString(captured.path("body").toString())).build());
            assertThat(answer.statusCode()).isEqualTo(201);
        }
    }

    @Test
    void shouldTakeJobAndDatasetEvents() {
        String dataset = "{\"eventTime\":\"2026-11-28T12:00:00Z\",\"producer\":\"p\",\"schemaURL\":\"s\",\"dataset\":{\"namespace\":\"n\",\"name\":\"d\"}}";
        assertThat(acknowledged(post("/api/v1/lineage", "application/json", dataset)).statusCode()).isEqualTo(201);
        assertThat(new String(kafka.history().getFirst().key(), StandardCharsets.UTF_8)).isEqualTo("openlineage/n/d");
    }

    @ParameterizedTest
    @CsvSource({"producer, producer", "schemaURL, schemaURL", "eventTime, eventTime", "run, run.runId",
        "job, job.namespace"})
    void shouldRefuseALineageEventThatNobodyCouldUse(String removed, String named) {
        ObjectNode event = EventText.task("START", "t").tree();
        if (removed.equals("run")) {
            ((ObjectNode) event.path("run")).put("runId", "17");
        } else if (removed.equals("job")) {
            ((ObjectNode) event.path("job")).remove("namespace");
        } else {
            event.remove(removed);
        }
        HttpResponse<String> answer = sent(post("/api/v1/lineage", "application/json", event.toString()));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(json(answer).path("field").asString()).isEqualTo(named);
        assertThat(sent(post("/api/v1/lineage", "application/json", "[]")).statusCode()).isEqualTo(400);
    }

    @Test
    void shouldTakeALineageBatchAsAWhole() {
        String good = EventText.task("START", "t").toString();
        HttpResponse<String> answer = acknowledged(
                post("/api/v1/lineage/batch", "application/json", "[" + good + "," + good + "]"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("summary").path("successful").asInt()).isEqualTo(2);
        HttpResponse<String> refused = sent(
                post("/api/v1/lineage/batch", "application/json", "[" + good + ",{\"run\":{}}]"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(json(refused).path("problems").values()).allSatisfy(
                problem -> assertThat(problem.path("index").asInt()).isEqualTo(1));
        assertThat(kafka.history()).hasSize(2);
    }

    private static ObjectNode event(String id) {
        ObjectNode event = MAPPER.createObjectNode().put("specversion", "1.0").put("id", id)
                .put("source", "/cron/host-1").put("type", "dev.reprise.run.failed.v1")
                .put("time", "2026-11-29T11:59:00Z").put("datacontenttype", "application/json");
        event.putObject("data").put("job", "prod/daily").put("partition", "dt=2026-11-28").put("run", "r1")
                .put("attempt", 1)
                .put("at", "2026-11-29T11:58:00Z").put("source", "cron").put("kind", "FAILED").put("retry", "FINAL")
                .put("phase", "MAY_HAVE_RUN");
        return event;
    }

    /** Sends, and acknowledges whatever arrives at Kafka until the answer is there. */
    private HttpResponse<String> acknowledged(HttpRequest request) {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, BodyHandlers.ofString());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            kafka.completeNext();
            return answer.isDone();
        });
        return answer.join();
    }

    private HttpResponse<String> sent(HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.ofString()).join();
    }

    private HttpRequest post(String path, String contentType, String body) {
        return request(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)).build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path));
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return MAPPER.readTree(answer.body());
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
