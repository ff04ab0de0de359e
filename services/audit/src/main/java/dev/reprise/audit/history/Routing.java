// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Where Kafka's default partitioner puts a key: the rule that every sender of an instance's records follows. */
public final class Routing {
    private Routing() {}

    /** The Kafka partition of a key among so many. */
    public static int home(String key, int kafkaPartitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % kafkaPartitions;
    }
}
