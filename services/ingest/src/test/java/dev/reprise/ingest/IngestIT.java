// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.lineage.Captures;
import dev.reprise.ingest.lineage.EventText;
import dev.reprise.ingest.lineage.Replay;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.watch.ClusterSetting;
import dev.reprise.ingest.watch.StubCluster;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.wire.WireCodec;

/** The whole service against a real broker. The last test stops the broker, so the order matters. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IngestIT {

    private static final String PREFIX = "it.";
    private static final String FOREIGN = "openlineage.events";
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private EmbeddedKafka broker;
    private KafkaConnection connection;
    private final StubCluster cluster = new StubCluster();
    private IngestApp app;
    private HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final HealthChecks health = new HealthChecks();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @BeforeAll
    void start(@TempDir Path directory) throws ExecutionException, InterruptedException {
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("kafka")), fault -> {});
        connection = KafkaConnection.to(broker.bootstrapServers());
        try (Admin admin = Admin.create(connection.admin("it-admin"))) {
            admin.createTopics(Stream
                    .of(PREFIX + "raw", PREFIX + "events", PREFIX + "lineage", PREFIX + "jobs", PREFIX + "dead-letters",
                            FOREIGN)
                    .map(name -> new NewTopic(name, Optional.of(2), Optional.empty())).toList()).all().get();
        }
        IngestConfig config = IngestConfig.defaults().bridging(List.of(FOREIGN)).waitingForAck(Duration.ofSeconds(4))
                .watching(List.of(new ClusterSetting("k8s-it", Optional.of("http://127.0.0.1:" + cluster.port()),
                        Optional.empty(), Optional.empty(), null, null)));
        app = new IngestApp(config, new IngestPlace(PREFIX, "one", directory.resolve("state")), connection, registry,
                health,
                fault -> {}, InstantSource.system());
        server = HttpServer.start(HttpConfig.onLoopback(0), registry, app.routes());
        app.start();
        Awaitility.await().atMost(PATIENCE).until(() -> health.report(Probe.READY).up());
        assertThat(health.report(Probe.LIVE).up()).isTrue();
    }

    @AfterAll
    void stop() {
        client.close();
        server.close();
        app.close();
        cluster.close();
        broker.close();
    }

    @Test
    @Order(1)
    void shouldHaveAnEventInKafkaWhenItAnswers() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"e1","source":"/cron/host-1","type":"dev.reprise.run.failed.v1",
                 "time":"2026-11-29T11:59:00Z",
                 "data":{"job":"prod/daily","partition":"dt=2026-11-28","run":"r1","at":"2026-11-29T11:58:00Z"}}""");
        // read at once: what is answered with 202 is already there
        List<ConsumerRecord<byte[], byte[]>> events = readToEnd(PREFIX + "events");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(events).hasSize(1);
        assertThat(text(events.getFirst().key())).isEqualTo("prod/daily/dt=2026-11-28");
        assertThat(decoded(events)).extracting(RunEvent::source).containsExactly("/cron/host-1");
    }

    @Test
    @Order(2)
    void shouldTellWhatASchedulerPosts() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/api/v1/sources/airflow?source=airflow-it", "application/json",
                """
                        {"version":1,"event":"failed","dag_id":"sales","task_id":"load","run_id":"manual__1","try_number":2}""");
        assertThat(answer.statusCode()).isEqualTo(202);
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(readToEnd(PREFIX + "events"))
                .extracting(record -> text(record.key())).contains("airflow-it/sales.load/*"));
    }

    @Test
    @Order(2)
    void shouldTellWhatAWatchedClusterShows() {
        cluster.put("job-1", "");
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(readToEnd(PREFIX + "events"))
                .extracting(record -> text(record.key())).contains("k8s-it/j/*"));
        assertThat(readToEnd(PREFIX + "raw")).extracting(record -> text(record.key()))
                .contains("kubernetes/k8s-it/job-1");
    }

    @Test
    @Order(2)
    void shouldTellTheSameFromHttpAsTheMapping() throws IOException, InterruptedException {
        List<String> bodies = Captures.bodies("spark-4.0.2/fail.ndjson");
        for (String body : bodies) {
            HttpRequest request = request("/api/v1/lineage").header("Content-Type", "application/json")
                    .header("Content-Encoding", "gzip").POST(BodyPublishers.ofByteArray(gzip(body))).build();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(201);
        }
        List<RunEvent> expected = Replay.of(bodies);
        Awaitility.await().atMost(PATIENCE).untilAsserted(
                () -> assertThat(eventsOf(expected.getFirst())).isEqualTo(expected));
    }

    @Test
    @Order(3)
    void shouldTakeABatchOfLineage() throws IOException, InterruptedException {
        String batch = "[" + String.join(",", Captures.bodies("spark-3.5.8/seed-file-transport.ndjson")) + "]";
        assertThat(post("/api/v1/lineage/batch", "application/json", batch).statusCode()).isEqualTo(200);
        List<RunEvent> expected = Replay.of(Captures.bodies("spark-3.5.8/seed-file-transport.ndjson"));
        Awaitility.await().atMost(PATIENCE).untilAsserted(
                () -> assertThat(eventsOf(expected.getFirst())).isEqualTo(expected));
    }

    @Test
    @Order(4)
    void shouldBridgeATopicWithItsOriginalKeysAndSetBadRecordsAside() {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        records.add(new ProducerRecord<>(FOREIGN, null, "no json, password=hunter2".getBytes(StandardCharsets.UTF_8)));
        for (String line : Captures.bodies("spark-3.5.8/topic-dump.ndjson")) {
            JsonNode dumped = MAPPER.readTree(line);
            records.add(new ProducerRecord<>(FOREIGN, dumped.path("partition").asInt() % 2,
                    dumped.path("key").asString().getBytes(StandardCharsets.UTF_8),
                    dumped.path("value").toString().getBytes(StandardCharsets.UTF_8)));
        }
        records.add(new ProducerRecord<>(FOREIGN, null, "{\"run\":{}}".getBytes(StandardCharsets.UTF_8)));
        records.add(new ProducerRecord<>(FOREIGN, "k".getBytes(StandardCharsets.UTF_8), null));
        try (AckedProducer producer = AckedProducer.connect(connection, "it-foreign", Duration.ofSeconds(60),
                Tracing.off())) {
            assertThat(producer.send(records)).isInstanceOf(AckedProducer.Outcome.Acknowledged.class);
        }
        List<RunEvent> expected = Replay.of(Captures.wrapped("spark-3.5.8/topic-dump.ndjson", "value"));
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            List<RunEvent> told = new ArrayList<>();
            expected.stream().map(RunEvent::attemptId).distinct().forEach(
                    attempt -> told.addAll(decoded(readToEnd(PREFIX + "events")).stream()
                            .filter(event -> event.attemptId().equals(attempt)).toList()));
            assertThat(told).containsExactlyInAnyOrderElementsOf(expected);
        });
        List<ConsumerRecord<byte[], byte[]>> letters = readToEnd(PREFIX + "dead-letters");
        assertThat(letters).extracting(letter -> text(letter.headers().lastHeader(DeadLetterHeaders.CAUSE).value()))
                .containsExactlyInAnyOrder("SYNTAX", "SCHEMA", "EMPTY");
        assertThat(letters).allSatisfy(letter -> {
            assertThat(text(letter.headers().lastHeader(DeadLetterHeaders.TOPIC).value())).isEqualTo(FOREIGN);
            assertThat(text(letter.value())).doesNotContain("hunter2");
        });
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(committed()).isEqualTo(103));
    }

    @Test
    @Order(5)
    void shouldParkAtItsPositionWhatOnlyTheNormaliserCanTell() throws IOException, InterruptedException {
        int before = readToEnd(PREFIX + "dead-letters").size();
        String body = EventText.task("PAUSED", "t").toString();
        assertThat(post("/api/v1/lineage", "application/json", body).statusCode()).isEqualTo(201);
        Awaitility.await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(readToEnd(PREFIX + "dead-letters")).hasSize(before + 1));
        ConsumerRecord<byte[], byte[]> letter = readToEnd(PREFIX + "dead-letters").stream()
                .filter(each -> text(each.headers().lastHeader(DeadLetterHeaders.CAUSE).value()).equals("UNKNOWN_TYPE"))
                .findFirst()
                .orElseThrow();
        ConsumerRecord<byte[], byte[]> original = readToEnd(PREFIX + "raw").stream()
                .filter(each -> text(letter.headers().lastHeader(DeadLetterHeaders.OFFSET).value())
                        .equals(Long.toString(each.offset()))
                        && text(letter.headers().lastHeader(DeadLetterHeaders.KAFKA_PARTITION).value())
                                .equals(Integer.toString(each.partition())))
                .findFirst().orElseThrow();
        assertThat(text(original.value())).isEqualTo(body);
    }

    @Test
    @Order(6)
    void shouldSayWithinItsBoundThatTheBrokerIsAway() throws IOException, InterruptedException {
        broker.close();
        long before = System.nanoTime();
        HttpResponse<String> answer = post("/api/v1/lineage", "application/json",
                EventText.task("START", "x").toString());
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
    }

    private long committed() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(connection.admin("it-admin"))) {
            return admin.listConsumerGroupOffsets(PREFIX + "openlineage-bridge").partitionsToOffsetAndMetadata().get()
                    .values().stream().mapToLong(OffsetAndMetadata::offset).sum();
        }
    }

    private List<RunEvent> eventsOf(RunEvent example) {
        return decoded(readToEnd(PREFIX + "events")).stream()
                .filter(event -> event.attemptId().equals(example.attemptId())).toList();
    }

    private static List<RunEvent> decoded(List<ConsumerRecord<byte[], byte[]>> records) {
        KafkaMessages messages = new KafkaMessages(new WireCodec(), "it");
        return records.stream().map(record -> (RunEvent) messages.read(record).data()).toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> readToEnd(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumer("it-reader"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private HttpResponse<String> post(String path, String contentType, String body)
            throws IOException, InterruptedException {
        return client.send(
                request(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
