// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.http.Refusal;
import dev.reprise.runtime.http.Refusals;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Writes what the HTTP server refused into the audit topic: each minute one entry for requests that were refused alike.
 * Nobody waits for it, and what Kafka does not take is in the log all the same.
 */
final class RefusalAudit implements Refusals, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusalAudit.class);
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_REASON = 2_048;

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaMessages messages;
    private final String topic;
    private final String instance;
    private final Duration every;

    RefusalAudit(KafkaConnection kafka, WireCodec codec, String topicPrefix, String instance) {
        this(kafka, codec, topicPrefix, instance, Duration.ofMinutes(1));
    }

    RefusalAudit(KafkaConnection kafka, WireCodec codec, String topicPrefix, String instance, Duration every) {
        Properties properties = kafka.producer("refusals-" + instance);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.messages = new KafkaMessages(codec, "reprise/http");
        this.topic = Topics.AUDIT.name(topicPrefix);
        this.instance = instance;
        this.every = every;
    }

    @Override
    public void take(List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            AuditEntry entry = entry(refusal);
            String id = "refused/" + instance + "/" + refusal.first() + "/" + refusal.hashCode();
            var _ = producer.send(messages.toRecord(topic, entry.actor(), id, entry.at(), entry), (_, failure) -> {
                if (failure != null) {
                    LOGGER.atWarn().addKeyValue("cause", failure.toString()).log("kafka did not take a refusal");
                }
            });
        }
    }

    @Override
    public Duration every() {
        return every;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }

    static AuditEntry entry(Refusal refusal) {
        String reason = refusal.count() + (refusal.count() == 1 ? " request from " : " requests from ")
                + refusal.address() + (refusal.detail().isBlank() ? "" : ": " + refusal.detail());
        return new AuditEntry(cut(refusal.caller(), LONGEST_NAME), "refused." + refusal.status(), refusal.route(),
                refusal.first(), "api", Optional.of(cut(reason, LONGEST_REASON)), Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
