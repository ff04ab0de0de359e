// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.List;

/**
 * What separates a cluster from the table of topics.
 *
 * @param missing full names of the topics that do not exist
 * @param differences settings of existing topics that are not as they should be
 */
public record TopicPlan(List<String> missing, List<Difference> differences) {

    /**
     * One setting of one topic.
     *
     * @param topic full name
     * @param setting Kafka's name of the setting, or {@code partitions} or {@code replication.factor}
     * @param expected the value of the table
     * @param found the value of the cluster
     */
    public record Difference(String topic, String setting, String expected, String found) {

        /** Whether the setting can be changed on a topic that holds records; the layout can not. */
        public boolean alterable() {
            return !setting.equals(PARTITIONS) && !setting.equals(REPLICATION);
        }

        /** One line for a person. */
        public String text() {
            return topic + ": " + setting + " is " + found + ", expected " + expected;
        }
    }

    static final String PARTITIONS = "partitions";
    static final String REPLICATION = "replication.factor";

    /** Takes copies. */
    public TopicPlan {
        missing = List.copyOf(missing);
        differences = List.copyOf(differences);
    }

    /** Whether the cluster is as the table says. */
    public boolean isEmpty() {
        return missing.isEmpty() && differences.isEmpty();
    }
}
