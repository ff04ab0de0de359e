// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.reprise.console.store.Incoming.Position;
import dev.reprise.schemas.topic.Topics;

/** The rows that tell how far each Kafka partition was read. */
final class Positions {

    private Positions() {}

    /** The next offset of each; those of topics that this version does not know are left out. */
    static List<Position> of(Sql sql) {
        return sql.query("""
                SELECT topic, kafka_partition, next_offset FROM positions ORDER BY topic, kafka_partition""", row -> {
            int kafkaPartition = row.getInt(2);
            long offset = row.getLong(3);
            return topic(row.getString(1)).map(topic -> new Position(topic, kafkaPartition, offset));
        }).stream().flatMap(Optional::stream).toList();
    }

    private static Optional<Topics> topic(String suffix) {
        return Arrays.stream(Topics.values()).filter(topic -> topic.suffix().equals(suffix)).findFirst();
    }
}
