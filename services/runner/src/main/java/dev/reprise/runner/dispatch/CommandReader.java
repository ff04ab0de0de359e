// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.MalformedMessageException.Kind;

/** Reads what the runner reads from Kafka, and refuses what does not belong where it was found. */
final class CommandReader {
    /** The key of takeovers: there is no rerun they are about. */
    static final String TAKEOVER_KEY = "takeover";

    private final KafkaMessages messages;
    private final int kafkaPartitions;

    /**
     * Makes a reader.
     *
     * @param kafkaPartitions how many Kafka partitions commands have
     */
    CommandReader(KafkaMessages messages, int kafkaPartitions) {
        this.messages = messages;
        this.kafkaPartitions = kafkaPartitions;
    }

    /**
     * A command.
     *
     * @throws MalformedMessageException also when it lies under another key or in another Kafka partition than its
     *         instance has: its ledger would not know of earlier ones
     */
    RunnerCommand command(ConsumerRecord<byte[], byte[]> record) {
        if (!(messages.read(record).data() instanceof RunnerCommand command)) {
            throw new MalformedMessageException(Kind.UNKNOWN_TYPE, "type", "the message is no command");
        }
        String key = command.instance().key();
        requireKey(record.key(), key);
        int expected = Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % kafkaPartitions;
        if (expected != record.partition()) {
            throw new MalformedMessageException(Kind.WRONG_KEY, "",
                    "instance " + key + " belongs to Kafka partition " + expected + ", not " + record.partition());
        }
        return command;
    }

    /**
     * A line of the ledger.
     *
     * @throws MalformedMessageException also when it lies under another key than its own
     */
    DispatchRecord dispatch(ConsumerRecord<byte[], byte[]> record) {
        if (!(messages.read(record).data() instanceof DispatchRecord dispatch)) {
            throw new MalformedMessageException(Kind.UNKNOWN_TYPE, "type", "the message is no dispatch record");
        }
        requireKey(record.key(), key(dispatch));
        return dispatch;
    }

    /** The Kafka key of a line of the ledger. */
    static String key(DispatchRecord dispatch) {
        return switch (dispatch) {
            case Takeover _ -> TAKEOVER_KEY;
            case RerunDispatch rerun -> rerun.rerunId().value();
        };
    }

    static String text(byte @Nullable [] key) {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    private static void requireKey(byte @Nullable [] found, String expected) {
        if (!text(found).equals(expected)) {
            throw new MalformedMessageException(Kind.WRONG_KEY, "", "the Kafka key is not " + expected);
        }
    }
}
