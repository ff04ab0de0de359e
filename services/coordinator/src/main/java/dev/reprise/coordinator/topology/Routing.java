// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

import dev.reprise.schemas.wire.MalformedMessageException;

/** Whether a record came to the place where the state of its key is: elsewhere it would meet one that knows nothing of it. */
final class Routing {
    private Routing() {}

    /**
     * Checks the key and the Kafka partition of a record.
     *
     * @param settings know the home of a key
     * @param key the record's key
     * @param expected the key that its content asks for
     * @param named what such a key is, for the message
     * @param kafkaPartition where it came
     * @throws MalformedMessageException naming the right key, or the right Kafka partition
     */
    static void check(
            TopologySettings settings, byte @Nullable [] key, String expected, String named, int kafkaPartition) {
        if (key == null || !expected.equals(new String(key, StandardCharsets.UTF_8))) {
            throw new MalformedMessageException(MalformedMessageException.Kind.WRONG_KEY, "key",
                    "the Kafka key is not the " + named + ": give '" + expected + "'");
        }
        int home = settings.kafkaPartitionOf(key);
        if (home != kafkaPartition) {
            throw new MalformedMessageException(MalformedMessageException.Kind.WRONG_KEY, "kafkaPartition",
                    "the record is in Kafka partition " + kafkaPartition + " and its key belongs in " + home
                            + ": use Kafka's default partitioner (murmur2)");
        }
    }
}
