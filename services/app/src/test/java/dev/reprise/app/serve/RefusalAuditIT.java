// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.TokenConfig;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** From a refused request to the audit topic of a real broker. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RefusalAuditIT {

    private static final String GUESS = "guess-of-an-attacker-0123456789";

    @TempDir
    private static Path directory;

    @Test
    void shouldLeaveOneEntryForRequestsRefusedAlike() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), fault -> {
            throw new AssertionError(fault);
        })) {
            KafkaConnection connection = KafkaConnection.to(kafka.bootstrapServers());
            try (Admin admin = Admin.create(connection.admin("test"))) {
                admin.createTopics(List.of(new NewTopic(Topics.AUDIT.name("t."), 1, (short) 1))).all()
                        .get(120, TimeUnit.SECONDS);
            }
            try (RefusalAudit audit = new RefusalAudit(connection, new WireCodec(), "t.", "one", Duration.ofHours(1))) {
                refuse(audit);
            }
            List<ConsumerRecord<byte[], byte[]>> entries = read(connection);

            assertThat(entries).hasSize(2).allSatisfy(
                    each -> assertThat(new String(each.value(), StandardCharsets.UTF_8)).doesNotContain(GUESS));
            assertThat(entries).anySatisfy(each -> {
                assertThat(new String(each.key(), StandardCharsets.UTF_8)).isEqualTo("anonymous");
                assertThat(new String(each.value(), StandardCharsets.UTF_8)).contains("refused.401")
                        .contains("5 requests from 127.0.0.1").contains("POST /act/{id}");
            }).anySatisfy(each -> {
                assertThat(new String(each.key(), StandardCharsets.UTF_8)).isEqualTo("reader");
                assertThat(new String(each.value(), StandardCharsets.UTF_8)).contains("refused.403");
            });
        }
    }

    private static void refuse(RefusalAudit audit) throws Exception {
        HttpConfig config = new HttpConfig("127.0.0.1", 0, null, null,
                List.of(new TokenConfig("reader", Secret.of("reader-token-0123456789"), Set.of(Role.VIEWER))), null);
        try (HttpServer server = HttpServer.start(config, new SimpleMeterRegistry(),
                List.of(routes -> routes.post("/act/{id}", Access.OPERATOR, _ -> Response.empty(202))), audit);
                HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < 5; i++) {
                assertThat(post(client, server, "/act/" + i, GUESS)).isEqualTo(401);
            }
            assertThat(post(client, server, "/act/6", "reader-token-0123456789")).isEqualTo(403);
        }
    }

    private static int post(HttpClient client, HttpServer server, String path, String token) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri().resolve(path)).timeout(Duration.ofSeconds(120))
                .header("Authorization", "Bearer " + token).POST(HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(KafkaConnection connection) {
        Properties properties = connection.consumer("test");
        properties.put("group.id", "test");
        properties.put("auto.offset.reset", "earliest");
        List<ConsumerRecord<byte[], byte[]>> entries = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(Topics.AUDIT.name("t.")));
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (entries.size() < 2 && System.nanoTime() < end) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofSeconds(1));
                polled.forEach(entries::add);
            }
        }
        return entries;
    }
}
