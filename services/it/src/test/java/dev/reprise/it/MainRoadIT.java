// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;
import dev.reprise.runtime.kafka.KafkaConnection;

/**
 * From a failed job to a rerun and an honest alert, by the packaged program as a process against a real broker: every
 * event comes twice, and the process is killed in the middle.
 */
final class MainRoadIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String EVENTS = "/api/v1/events";
    private static final String FINAL = ",\"retry\":\"FINAL\"";
    @TempDir
    Path directory;

    static List<BrokerKind> brokers() {
        return BrokerKind.here();
    }

    @ParameterizedTest
    @MethodSource("brokers")
    void shouldRerunOnceWhateverIsRepeatedOrKilled(BrokerKind kind) throws IOException {
        try (Broker broker = kind.start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(
                        Files.createDirectories(directory.resolve("reprise")), broker.bootstrapServers())) {
            Path effects = directory.resolve("effects.txt");
            Files.createFile(effects);
            apply(reprise, effects);

            List<String> told = List.of(event("run.started.v1", "etl/overwrite", "run-1", ""),
                    event("run.failed.v1", "etl/overwrite", "run-1", FINAL),
                    event("run.failed.v1", "etl/append", "run-1", FINAL));
            told.forEach(event -> post(reprise, event));
            told.forEach(event -> post(reprise, event));
            awaitStatus(reprise, "etl/overwrite", "SUCCEEDED");
            awaitStatus(reprise, "etl/append", "GAVE_UP");
            assertThat(Files.readAllLines(effects)).containsExactly("etl/overwrite ds=2026-11-28 1");
            assertThat(reprise.get("/api/v1/alerts?state=firing").body()).contains("NON_IDEMPOTENT")
                    .contains("etl/append");

            // Killed between the failure and the decision.
            post(reprise, "run.failed.v1", "etl/patient", "run-1", FINAL);
            awaitStatus(reprise, "etl/patient", "SETTLING");
            reprise.kill();
            reprise.restart();
            awaitStatus(reprise, "etl/patient", "SUCCEEDED");

            // All told again after the restart: nothing runs again.
            post(reprise, "run.failed.v1", "etl/overwrite", "run-1", FINAL);
            post(reprise, "run.failed.v1", "etl/patient", "run-1", FINAL);
            post(reprise, "run.succeeded.v1", "etl/append", "run-1", "");
            awaitStatus(reprise, "etl/append", "SUCCEEDED");
            assertThat(Files.readAllLines(effects)).containsExactly(
                    "etl/overwrite ds=2026-11-28 1", "etl/patient ds=2026-11-28 1");
            assertThat(reprise.get("/api/v1/alerts?state=firing").body()).doesNotContain("etl/append");
            assertThat(decisions(broker)).filteredOn(decision -> decision.path("decision").path("kind").asString("")
                    .equals("rerun")).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("brokers")
    void shouldSetAsideWhatCannotBeUsedAndGoOn(BrokerKind kind) throws IOException {
        try (Broker broker = kind.start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(
                        Files.createDirectories(directory.resolve("reprise")), broker.bootstrapServers())) {
            Path effects = directory.resolve("effects.txt");
            Files.createFile(effects);
            apply(reprise, effects);

            assertThat(reprise.send("POST", EVENTS, "application/cloudevents+json", "{\"specversion\"").statusCode())
                    .isEqualTo(400);
            HttpResponse<String> unknown = reprise.send("POST", EVENTS, "application/cloudevents+json",
                    event("run.exploded.v1", "etl/overwrite", "run-1", ""));
            assertThat(unknown.statusCode()).isBetween(400, 422);
            assertThat(unknown.body()).contains("run.exploded.v1");
            HttpResponse<String> wrong = reprise.send("POST", EVENTS, "application/cloudevents+json",
                    event("run.failed.v1", "etl/overwrite", "", ""));
            assertThat(wrong.statusCode()).isBetween(400, 422);
            assertThat(wrong.body()).contains("run");
            poison(broker);

            post(reprise, "run.failed.v1", "etl/overwrite", "run-1", FINAL);
            post(reprise, "run.failed.v1", "etl/nobody-knows", "run-1", FINAL);

            awaitStatus(reprise, "etl/overwrite", "SUCCEEDED");
            await().atMost(LONG).untilAsserted(() -> assertThat(reprise.get("/api/v1/alerts?state=firing").body())
                    .contains("UNKNOWN_JOB"));
            await().atMost(LONG).untilAsserted(() -> {
                String letters = reprise.get("/api/v1/dead-letters").body();
                assertThat(letters).contains("ENVELOPE").contains("EMPTY").contains("WRONG_KEY");
            });
            assertThat(reprise.get("/metrics").body())
                    .contains("rerun_dead_letters_total{cause=\"EMPTY\",topic=\"events\"} 1.0");
            assertThat(Files.readAllLines(effects)).hasSize(1);
        }
    }

    private static void apply(RepriseProcess reprise, Path effects) {
        String target = "target: {type: process, command: [/bin/sh, -c, 'echo \"$0 $1 $2\" >> \"$3\"', '{{job}}', "
                + "'{{partition}}', '{{generation}}', '" + effects + "']}";
        HttpResponse<String> applied = reprise.send("PUT", "/api/v1/jobs", "application/yaml", """
                defaults:
                  policy: {settle: 1s, backoff: {initial: 0s}}
                jobs:
                  - job: etl/overwrite
                    policy: {idempotency: idempotent}
                    %1$s
                  - job: etl/patient
                    policy: {idempotency: idempotent, settle: 20s}
                    %1$s
                  - job: etl/append
                    owner: {name: ledger}
                    policy: {idempotency: not-idempotent}
                    %1$s
                """.formatted(target));
        assertThat(applied.statusCode()).as(applied.body()).isBetween(200, 202);
        await().atMost(LONG).untilAsserted(
                () -> assertThat(reprise.get("/api/v1/jobs").body()).contains("etl/patient").contains("etl/append"));
    }

    private static void post(RepriseProcess reprise, String type, String job, String run, String more) {
        post(reprise, event(type, job, run, more));
    }

    private static void post(RepriseProcess reprise, String event) {
        HttpResponse<String> answer = reprise.send("POST", EVENTS, "application/cloudevents+json", event);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    private static String event(String type, String job, String run, String more) {
        return """
                {"specversion":"1.0","id":"%1$s-%2$s","source":"test","type":"dev.reprise.%1$s","time":"%5$s",
                 "data":{"job":"%2$s","partition":"ds=2026-11-28","run":"%3$s","attempt":1%4$s}}
                """.formatted(type, job, run, more, Instant.now());
    }

    private static void awaitStatus(RepriseProcess reprise, String job, String status) {
        await(job + " to be " + status).atMost(LONG).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            HttpResponse<String> answer = reprise.get("/api/v1/instances/" + job + "/ds=2026-11-28");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"status\":\"" + status + "\"");
        });
    }

    /** Records that no sender of ours would write. */
    private static void poison(Broker broker) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                KafkaConnection.to(broker.bootstrapServers()).producer("poison"), new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] key = "etl/overwrite/ds=2026-11-28".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>("reprise.events", key, "no json".getBytes(StandardCharsets.UTF_8)));
            producer.send(new ProducerRecord<>("reprise.events", key, null));
            ProducerRecord<byte[], byte[]> astray = new ProducerRecord<>("reprise.events",
                    "somewhere/else/*".getBytes(StandardCharsets.UTF_8),
                    "{\"job\":\"etl/overwrite\",\"partition\":\"ds=2026-11-28\",\"run\":\"run-9\",\"attempt\":1}"
                            .getBytes(StandardCharsets.UTF_8));
            header(astray, "ce_specversion", "1.0");
            header(astray, "ce_id", "astray");
            header(astray, "ce_source", "test");
            header(astray, "ce_type", "dev.reprise.run.failed.v1");
            header(astray, "ce_time", Instant.now().toString());
            producer.send(astray);
            producer.flush();
        }
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** All decisions, as anyone may read them. */
    private static List<JsonNode> decisions(Broker broker) {
        List<JsonNode> decisions = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                KafkaConnection.to(broker.bootstrapServers()).consumer("reader"), new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor("reprise.decisions").stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    decisions.add(JsonMapper.shared().readTree(record.value()));
                }
            }
        }
        return decisions;
    }
}
