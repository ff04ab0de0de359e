// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.config.ConfigException;

class KafkaConnectionTest {

    private static final StreamsIdentity IDENTITY = new StreamsIdentity("reprise-coordinator", "pod-0",
            Path.of("state"));

    @Test
    void shouldReadCommittedWithoutCommitting() {
        ConsumerConfig config = consumerConfig(KafkaConnection.to("b:9092").groupConsumer("g", "c"));

        assertThat(config.getString("isolation.level")).isEqualTo("read_committed");
        assertThat(config.getBoolean("enable.auto.commit")).isFalse();
        assertThat(config.getString("auto.offset.reset")).isEqualTo("earliest");
        assertThat(config.getString("group.id")).isEqualTo("g");
        assertThat(config.getString("client.id")).isEqualTo("c");
    }

    @Test
    void shouldWriteIdempotentlyToAllReplicas() {
        ProducerConfig config = producerConfig(KafkaConnection.to("b:9092").transactionalProducer("runner-3"));

        assertThat(config.getString("acks")).isEqualTo("-1");
        assertThat(config.getBoolean("enable.idempotence")).isTrue();
        assertThat(config.getString("transactional.id")).isEqualTo("runner-3");
        assertThat(config.getInt("transaction.timeout.ms")).isEqualTo(60_000);
    }

    @Test
    void shouldProcessExactlyOnceAsStaticMember() {
        StreamsConfig config = new StreamsConfig(KafkaConnection.to("b:9092").streams(IDENTITY));

        assertThat(config.getString("processing.guarantee")).isEqualTo("exactly_once_v2");
        assertThat(config.getLong("commit.interval.ms")).isEqualTo(20);
        assertThat(config.getLong("acceptable.recovery.lag")).isZero();
        assertThat(config.getLong("statestore.cache.max.bytes")).isZero();
        assertThat(config.getBoolean("ensure.explicit.internal.resource.naming")).isTrue();
        assertThat(config.getMainConsumerConfigs("g", "c", 0)).containsEntry("group.instance.id", "pod-0-0")
                .containsEntry("session.timeout.ms", "30000").containsEntry("isolation.level", "read_committed");
        assertThat(config.getProducerConfigs("c")).containsEntry("transaction.timeout.ms", "60000")
                .containsEntry("enable.idempotence", true);
    }

    @Test
    void shouldPassSettingsThrough() {
        KafkaConnection connection = new KafkaConnection("b:9092",
                Map.of("security.protocol", "SASL_SSL", "ssl.truststore.type", "PEM"),
                Map.of("fetch.max.bytes", "1000"),
                Map.of("linger.ms", "3"), Map.of("retries", "4"),
                Map.of("num.stream.threads", "2", "main.consumer.max.poll.records", "77"));

        assertThat(connection.consumer("c")).containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("fetch.max.bytes", "1000");
        assertThat(connection.producer("p")).containsEntry("linger.ms", "3").containsEntry("ssl.truststore.type",
                "PEM");
        assertThat(connection.admin("a")).containsEntry("retries", "4").containsEntry("security.protocol", "SASL_SSL");
        assertThat(connection.streams(IDENTITY)).containsEntry("num.stream.threads", "2")
                .containsEntry("security.protocol", "SASL_SSL").doesNotContainKey("linger.ms");
        assertThat(new StreamsConfig(connection.streams(IDENTITY)).getMainConsumerConfigs("g", "c", 0))
                .containsEntry("max.poll.records", "77");
    }

    @ParameterizedTest
    @ValueSource(strings = {"processing.guarantee", "application.id", "state.dir", "group.protocol", "isolation.level",
        "consumer.isolation.level", "main.consumer.group.instance.id", "producer.acks", "acks",
        "restore.consumer.auto.offset.reset", "admin.bootstrap.servers", "statestore.cache.max.bytes"})
    void shouldRefuseFixedSettingsOfStreams(String key) {
        assertThatThrownBy(() -> new KafkaConnection("b:9092", null, null, null, null, Map.of(key, "x")))
                .isInstanceOf(ConfigException.class).hasMessageContaining("streams." + key + ": is fixed");
    }

    @Test
    void shouldReportEveryFixedSetting() {
        assertThatThrownBy(() -> new KafkaConnection("b:9092", Map.of("bootstrap.servers", "x", "acks", "1"),
                Map.of("isolation.level", "read_uncommitted"), Map.of("enable.idempotence", "false"), null, null))
                .isInstanceOfSatisfying(ConfigException.class, e -> assertThat(e.problems()).hasSize(4));
    }

    @Test
    void shouldHideSecrets() {
        KafkaConnection connection = new KafkaConnection("b:9092",
                Map.of("sasl.jaas.config", "x password=\"hunter2\"", "ssl.key.password", "hunter2", "ssl.keystore.key",
                        "hunter2",
                        "sasl.mechanism", "PLAIN"),
                Map.of("sasl.oauthbearer.client.credentials.client.secret", "hunter2"), null, null, null);

        assertThat(connection.toString()).doesNotContain("hunter2").contains("sasl.mechanism=PLAIN")
                .contains("sasl.jaas.config=***");
    }

    private static ConsumerConfig consumerConfig(Properties properties) {
        properties.put("key.deserializer", ByteArrayDeserializer.class);
        properties.put("value.deserializer", ByteArrayDeserializer.class);
        return new ConsumerConfig(properties);
    }

    private static ProducerConfig producerConfig(Properties properties) {
        properties.put("key.serializer", ByteArraySerializer.class);
        properties.put("value.serializer", ByteArraySerializer.class);
        return new ProducerConfig(properties);
    }
}
