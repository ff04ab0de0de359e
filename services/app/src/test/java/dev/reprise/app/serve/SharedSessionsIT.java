// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** A sign-out at one process reaches the others, and those that start later, over a real broker. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SharedSessionsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String SESSION = "a".repeat(64);

    @TempDir
    private static Path directory;

    @Test
    void shouldEndASessionInEveryProcess() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), fault -> {
            throw new AssertionError(fault);
        })) {
            KafkaConnection connection = KafkaConnection.to(kafka.bootstrapServers());
            try (Admin admin = Admin.create(connection.admin("test"))) {
                admin.createTopics(List.of(new NewTopic(Topics.AUDIT.name("t."), 2, (short) 1))).all()
                        .get(120, TimeUnit.SECONDS);
            }
            try (SharedSessions one = open(connection, "one"); SharedSessions other = open(connection, "other")) {
                await().atMost(PATIENCE).ignoreExceptions()
                        .until(() -> !one.hasEnded(SESSION) && !other.hasEnded(SESSION));
                one.begun(SESSION, "ann");

                one.ended(SESSION, "ann", Instant.now().plus(Duration.ofHours(1)));

                assertThat(one.hasEnded(SESSION)).isTrue();
                await().atMost(PATIENCE).until(() -> other.hasEnded(SESSION));
                assertThat(other.hasEnded("b".repeat(64))).isFalse();
            }
            try (SharedSessions later = open(connection, "later")) {
                await().atMost(PATIENCE).ignoreExceptions().until(() -> later.hasEnded(SESSION));
            }
        }
    }

    private static SharedSessions open(KafkaConnection connection, String instance) {
        return SharedSessions.start(connection, new WireCodec(), "t.", instance, Duration.ofHours(24),
                Clock.systemUTC());
    }
}
