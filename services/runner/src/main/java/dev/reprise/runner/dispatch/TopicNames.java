// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

import dev.reprise.runtime.kafka.ReplayGuard;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireType;

/**
 * The topics of a runner under one prefix.
 *
 * @param prefix such as {@code reprise.}
 */
public record TopicNames(String prefix) {
    private static final Set<String> WITH_POSITION = Arrays.stream(WireType.values())
            .filter(type -> type.topic() == Topics.DISPATCHES && type != WireType.TAKEOVER).map(WireType::ceType)
            .collect(Collectors.toUnmodifiableSet());

    /** What the coordinator wants done. */
    public String commands() {
        return Topics.COMMANDS.name(prefix);
    }

    /** The ledger. */
    public String dispatches() {
        return Topics.DISPATCHES.name(prefix);
    }

    /** Where runs are reported. */
    public String events() {
        return Topics.EVENTS.name(prefix);
    }

    /** Where unusable records go. */
    public String deadLetters() {
        return Topics.DEAD_LETTERS.name(prefix);
    }

    /** The consumer group of all runners. */
    public String group() {
        return prefix + "runner";
    }

    /** The fence of one Kafka partition. */
    public String transactionalId(int kafkaPartition) {
        return prefix + "runner-" + kafkaPartition;
    }

    /** Where the work of all runners stands: a line of the ledger, unless it is a takeover, is committed with a position. */
    public ReplayGuard.Reader place() {
        return new ReplayGuard.Reader(group(), List.of(commands()), dispatches(), TopicNames::hasPosition);
    }

    private static boolean hasPosition(ConsumerRecord<byte[], byte[]> line) {
        Header type = line.headers().lastHeader("ce_type");
        return type != null && type.value() != null
                && WITH_POSITION.contains(new String(type.value(), StandardCharsets.UTF_8));
    }
}
