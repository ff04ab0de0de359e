// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.alert.Alert;

/** Gives an alert of the engine's own the form of the topic that it comes back from. */
final class RaisedProcessor implements Processor<String, Routed, byte[], byte[]> {
    private final KafkaMessages messages;
    private @Nullable ProcessorContext<byte[], byte[]> context;

    RaisedProcessor(KafkaMessages messages) {
        this.messages = messages;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> assigned) {
        context = assigned;
    }

    @Override
    public void process(Record<String, Routed> received) {
        if (context != null && received.value() instanceof Routed.Raised(Alert alert)
                && alert instanceof java.lang.Record message) {
            String key = alert.alertKey().value();
            context.forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                    received.timestamp(), messages.headers(key + "|" + alert.revision(),
                            Instant.ofEpochMilli(received.timestamp()), message)));
        }
    }
}
