// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Gives a record that could not be read its own key, value and headers back. */
final class UnreadableProcessor implements Processor<String, Routed, byte @Nullable [], byte @Nullable []> {
    private @Nullable ProcessorContext<byte @Nullable [], byte @Nullable []> context;

    @Override
    public void init(ProcessorContext<byte @Nullable [], byte @Nullable []> assigned) {
        context = assigned;
    }

    @Override
    public void process(Record<String, Routed> received) {
        if (context != null && received.value() instanceof Routed.Unreadable unreadable) {
            context.forward(new Record<>(unreadable.key(), unreadable.value(), received.timestamp(),
                    unreadable.headers()));
        }
    }
}
