// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/** What both entrances do with a record that cannot be read: it is put aside in the transaction that passes it. */
final class Entrance {
    private static final Logger LOGGER = LoggerFactory.getLogger(Entrance.class);

    private Entrance() {}

    static void reject(ProcessorContext<String, Routed> context, Record<byte @Nullable [], byte @Nullable []> received,
            MalformedMessageException cause, Topics topic, EngineMeters meters) {
        RecordMetadata position = context.recordMetadata().orElseThrow();
        meters.deadLetter(topic, cause.kind());
        LOGGER.atError().addKeyValue("topic", position.topic()).addKeyValue("kafkaPartition", position.partition())
                .addKeyValue("offset", position.offset()).addKeyValue("field", cause.field())
                .addKeyValue("problem", cause.getMessage()).log("record set aside as dead letter");
        context.forward(new Record<>("", new Routed.Unreadable(received.key(), received.value(),
                DeadLetterHeaders.of(received.headers(),
                        new DeadLetterHeaders.Place(position.topic(), position.partition(), position.offset()), cause)),
                received.timestamp()));
    }
}
