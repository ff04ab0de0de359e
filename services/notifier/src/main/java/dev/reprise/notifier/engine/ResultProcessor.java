// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.group.GroupId;
import dev.reprise.notifier.group.GroupInput;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/** Brings back to a group that one of its receivers could not be told. */
final class ResultProcessor implements Processor<byte @Nullable [], byte @Nullable [], String, Routed> {
    private final KafkaMessages messages;
    private final EngineMeters meters;
    private @Nullable ProcessorContext<String, Routed> context;

    ResultProcessor(KafkaMessages messages, EngineMeters meters) {
        this.messages = messages;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<String, Routed> assigned) {
        context = assigned;
    }

    @Override
    public void process(Record<byte @Nullable [], byte @Nullable []> received) {
        ProcessorContext<String, Routed> assigned = context;
        if (received.value() == null || assigned == null) {
            return;
        }
        try {
            if (messages.read(received.headers(), received.value()).data() instanceof Notification told
                    && told.outcome() == DeliveryOutcome.FAILED) {
                GroupId id = GroupId.of(told.channel(), told.alertKey());
                assigned.forward(new Record<>(id.key(),
                        new Routed.ToGroup(id, new GroupInput.Undelivered(told.channel())),
                        assigned.currentSystemTimeMs()));
            }
        } catch (MalformedMessageException e) {
            Entrance.reject(assigned, received, e, Topics.NOTIFICATIONS, meters);
        }
    }
}
