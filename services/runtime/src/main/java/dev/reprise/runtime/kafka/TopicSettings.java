// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.topic.Topics;

/**
 * How the topics are laid out on a cluster.
 *
 * @param prefix put before each name (default {@code reprise.})
 * @param partitions Kafka partitions of every topic, 1 to 1000, for ever: the Kafka partition of an instance must not move
 *        (default 12)
 * @param replicationFactor copies of each record, 1 to 10 (default 3)
 */
public record TopicSettings(String prefix, int partitions, int replicationFactor) {

    private static final long TOMBSTONE_MS = 7L * 24 * 60 * 60 * 1000;

    /**
     * Fills in the defaults for what is absent and checks the ranges.
     *
     * @throws ConfigException with every problem
     */
    @JsonCreator
    public TopicSettings(@Nullable String prefix, @Nullable Integer partitions, @Nullable Integer replicationFactor) {
        this(prefix == null ? "reprise." : prefix, partitions == null ? 12 : partitions.intValue(),
                replicationFactor == null ? 3 : replicationFactor.intValue());
    }

    /**
     * Checks the ranges.
     *
     * @throws ConfigException with every problem
     */
    public TopicSettings {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!prefix.matches("[A-Za-z0-9._-]{0,100}")) {
            problems.add(
                    ConfigProblem.of("prefix", "expected up to 100 letters, digits, dots, dashes or underscores, found "
                            + prefix, "choose another"));
        }
        if (partitions < 1 || partitions > 1_000) {
            problems.add(ConfigProblem.of("partitions", "expected 1 to 1000, found " + partitions,
                    "choose once, with room to grow"));
        }
        if (replicationFactor < 1 || replicationFactor > 10) {
            problems.add(ConfigProblem.of("replication-factor", "expected 1 to 10, found " + replicationFactor,
                    "use 3, or 1 on a single broker"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The layout for a single broker: one copy. */
    public static TopicSettings single(int partitions) {
        return new TopicSettings("reprise.", partitions, 1);
    }

    /** The settings a topic must have, by Kafka's own names. */
    Map<String, String> of(Topics topic) {
        Map<String, String> result = new TreeMap<>();
        result.put("min.insync.replicas", replicationFactor >= 3 ? "2" : "1");
        result.put("unclean.leader.election.enable", "false");
        result.put("message.timestamp.type", topic.stampedByBroker() ? "LogAppendTime" : "CreateTime");
        String retention = Long.toString(topic.retention().toMillis());
        switch (topic.cleanup()) {
            case DELETE -> {
                result.put("cleanup.policy", "delete");
                result.put("retention.ms", retention);
            }
            case COMPACT -> compact(result, "compact");
            case COMPACT_AFTER_LAG -> {
                compact(result, "compact");
                result.put("min.compaction.lag.ms", retention);
            }
            case COMPACT_AND_DELETE -> {
                compact(result, "compact,delete");
                result.put("retention.ms", retention);
            }
        }
        return result;
    }

    private static void compact(Map<String, String> result, String policy) {
        result.put("cleanup.policy", policy);
        result.put("delete.retention.ms", Long.toString(TOMBSTONE_MS));
    }
}
