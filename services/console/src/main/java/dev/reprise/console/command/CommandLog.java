// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.topic.Topics;

/**
 * Writes what was asked into Kafka and answers when Kafka has it. Safe for use by many threads.
 *
 * <p>A command and its audit entry are two writes: when the second fails, the caller is told to repeat the request, which
 * is the same request by its id and then leaves its entry.
 */
public final class CommandLog implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(CommandLog.class);

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaMessages messages;
    private final String topicPrefix;

    /** Connects with a producer that gives up after 10 s, so that a person is not left waiting. */
    public CommandLog(KafkaConnection kafka, KafkaMessages messages, String topicPrefix, String clientId) {
        Properties properties = kafka.producer(clientId);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.messages = messages;
        this.topicPrefix = topicPrefix;
    }

    /** A record to be written, or the end of a key. */
    record Entry(Topics topic, ProducerRecord<byte[], byte[]> record) {}

    Entry message(Topics topic, String key, String id, Instant at, Record message) {
        return new Entry(topic, messages.toRecord(topic.name(topicPrefix), key, id, at, message));
    }

    Entry audit(AuditEntry entry, String id) {
        return message(Topics.AUDIT, entry.actor(), "audit/" + id, entry.at(), entry);
    }

    Entry removal(Topics topic, String key) {
        return new Entry(topic,
                new ProducerRecord<>(topic.name(topicPrefix), key.getBytes(StandardCharsets.UTF_8), null));
    }

    /**
     * Writes records and waits for all of them.
     *
     * @return where each was written, in order
     * @throws ProblemException with status 503 when Kafka did not take all of them in time
     */
    List<RecordMetadata> append(List<Entry> entries) {
        try {
            List<Future<RecordMetadata>> sent = new ArrayList<>(entries.size());
            for (Entry entry : entries) {
                sent.add(producer.send(entry.record()));
            }
            List<RecordMetadata> written = new ArrayList<>(sent.size());
            for (Future<RecordMetadata> each : sent) {
                written.add(each.get());
            }
            return written;
        } catch (ExecutionException | KafkaException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }

    private static ProblemException unavailable(Exception e) {
        LOGGER.atWarn().setCause(e).log("kafka did not take a command");
        return new ProblemException(Problem.of(503, "Kafka did not take the request in time; part of it may be written")
                .fixedBy("repeat it with the same Idempotency-Key: it is done once"));
    }
}
