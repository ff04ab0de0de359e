// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

import dev.reprise.runtime.message.DeadLetterHeaders;

/**
 * What the headers of a dead letter tell: ours, or those of Kafka Streams (KIP-1034) on what its own handlers put aside.
 */
final class DeadLetterReading {

    private static final List<String> CAUSE = List.of(DeadLetterHeaders.CAUSE, "__streams.errors.exception");
    private static final List<String> FIELD = List.of(DeadLetterHeaders.FIELD);
    private static final List<String> MESSAGE = List.of(DeadLetterHeaders.MESSAGE, "__streams.errors.message");
    private static final List<String> TOPIC = List.of(DeadLetterHeaders.TOPIC, "__streams.errors.topic");
    private static final List<String> KAFKA_PARTITION = List.of(DeadLetterHeaders.KAFKA_PARTITION,
            "__streams.errors.partition");
    private static final List<String> OFFSET = List.of(DeadLetterHeaders.OFFSET, "__streams.errors.offset");

    private final Headers headers;

    DeadLetterReading(Headers headers) {
        this.headers = headers;
    }

    /** What is wrong, coarsely; of an exception its simple name. */
    String cause() {
        return text(CAUSE).map(cause -> cause.substring(cause.lastIndexOf('.') + 1)).orElse("UNKNOWN");
    }

    /** What is wrong, for a person, with the field at fault where it is named. */
    String message() {
        String message = text(MESSAGE).orElse("no message was left with it");
        return text(FIELD).filter(field -> !field.isBlank()).map(field -> field + ": " + message).orElse(message);
    }

    String topic() {
        return text(TOPIC).orElse("unknown");
    }

    Optional<Integer> kafkaPartition() {
        return text(KAFKA_PARTITION).filter(text -> text.matches("\\d{1,9}")).map(Integer::valueOf);
    }

    Optional<Long> offset() {
        return text(OFFSET).filter(text -> text.matches("\\d{1,18}")).map(Long::valueOf);
    }

    private Optional<String> text(List<String> names) {
        for (String name : names) {
            Header header = headers.lastHeader(name);
            if (header != null && header.value() != null) {
                return Optional.of(new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }
}
