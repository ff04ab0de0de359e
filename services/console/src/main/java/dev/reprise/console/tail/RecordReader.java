// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireMessage;

/**
 * Turns Kafka records into what the read model takes. Total: a record that cannot be read becomes a dead letter of the
 * read model, never an exception.
 */
final class RecordReader {

    private static final int LONGEST_KEY = 4096;
    private static final int LONGEST_MESSAGE = 2048;

    private final KafkaMessages messages;

    RecordReader(KafkaMessages messages) {
        this.messages = messages;
    }

    Incoming read(Topics topic, ConsumerRecord<byte[], byte[]> received) {
        Position position = new Position(topic, received.partition(), received.offset());
        if (topic == Topics.DEAD_LETTERS) {
            return new Incoming.Unusable(position, deadLetter(position, received));
        }
        if (received.value() == null && received.key() != null && topic.cleanup() != Topics.Cleanup.DELETE) {
            return new Incoming.Tombstone(position, key(received));
        }
        try {
            WireMessage message = messages.read(received);
            if (message.type().topic() == topic) {
                return new Incoming.Message(position, message.data());
            }
            return unreadable(position, received, "WRONG_TOPIC",
                    "the type " + message.type().ceType() + " belongs to the topic " + message.type().topic().suffix());
        } catch (MalformedMessageException e) {
            return unreadable(position, received, e.kind().name(), String.valueOf(e.getMessage()));
        }
    }

    private static Incoming unreadable(Position position, ConsumerRecord<byte[], byte[]> received, String cause,
            String message) {
        return new Incoming.Unusable(position,
                new DeadLetter(position.topic().suffix(), position.kafkaPartition(), position.offset(), time(received),
                        "read-model", received.topic(), Optional.of(position.kafkaPartition()),
                        Optional.of(position.offset()), cause, cut(message, LONGEST_MESSAGE), key(received),
                        size(received)));
    }

    private static DeadLetter deadLetter(Position position, ConsumerRecord<byte[], byte[]> received) {
        DeadLetterReading headers = new DeadLetterReading(received.headers());
        return new DeadLetter(position.topic().suffix(), position.kafkaPartition(), position.offset(), time(received),
                "dead-letters", headers.topic(), headers.kafkaPartition(), headers.offset(), headers.cause(),
                cut(headers.message(), LONGEST_MESSAGE), key(received), size(received));
    }

    private static Instant time(ConsumerRecord<byte[], byte[]> received) {
        return Instant.ofEpochMilli(Math.max(0, received.timestamp()));
    }

    private static String key(ConsumerRecord<byte[], byte[]> received) {
        return received.key() == null ? "" : cut(new String(received.key(), StandardCharsets.UTF_8), LONGEST_KEY);
    }

    private static long size(ConsumerRecord<byte[], byte[]> received) {
        return received.value() == null ? 0 : received.value().length;
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
