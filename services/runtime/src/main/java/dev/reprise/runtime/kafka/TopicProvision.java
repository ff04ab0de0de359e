// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;

import dev.reprise.schemas.topic.Topics;

/**
 * Brings the topics of a cluster in line with the table of topics. Planning reads only; creating and altering may be
 * repeated. Kafka's own exceptions pass through; a cluster that does not answer in time is a
 * {@link TimeoutException}.
 */
public final class TopicProvision {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Admin admin;
    private final TopicSettings settings;
    private final Duration timeout;

    /**
     * Makes a provision that uses, and does not close, {@code admin}.
     *
     * @param timeout the longest wait for the cluster, per step
     */
    public TopicProvision(Admin admin, TopicSettings settings, Duration timeout) {
        this.admin = admin;
        this.settings = settings;
        this.timeout = timeout;
    }

    /** Compares the cluster with the table. */
    public TopicPlan plan() {
        Set<String> present = await(admin.listTopics().names());
        List<String> missing = new ArrayList<>();
        Map<String, Topics> existing = new HashMap<>();
        for (Topics topic : Topics.values()) {
            String name = topic.name(settings.prefix());
            if (present.contains(name)) {
                existing.put(name, topic);
            } else {
                missing.add(name);
            }
        }
        return new TopicPlan(missing, existing.isEmpty() ? List.of() : differences(existing));
    }

    /**
     * Creates what the plan says is missing, and returns once the brokers show it. A topic that another process made
     * meanwhile is left as it is.
     */
    public void create(TopicPlan plan) {
        List<NewTopic> topics = Arrays.stream(Topics.values())
                .filter(topic -> plan.missing().contains(topic.name(settings.prefix())))
                .map(topic -> new NewTopic(topic.name(settings.prefix()), Optional.of(settings.partitions()),
                        Optional.of((short) settings.replicationFactor())).configs(settings.of(topic)))
                .toList();
        for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
            try {
                await(created);
            } catch (TopicExistsException _) {
                // two processes start at once
            }
        }
        awaitShown("created", now -> now.missing().stream().noneMatch(plan.missing()::contains));
    }

    /**
     * Changes the settings that differ and can be changed, and returns once the brokers show it; the others stay for a person
     * to deal with.
     */
    public void alter(TopicPlan plan) {
        Map<ConfigResource, List<AlterConfigOp>> changes = new HashMap<>();
        plan.differences().stream().filter(TopicPlan.Difference::alterable)
                .forEach(difference -> changes.computeIfAbsent(resource(difference.topic()), _ -> new ArrayList<>())
                        .add(new AlterConfigOp(new ConfigEntry(difference.setting(), difference.expected()),
                                AlterConfigOp.OpType.SET)));
        if (!changes.isEmpty()) {
            await(admin.incrementalAlterConfigs(new HashMap<>(changes)).all());
            awaitShown("changed", now -> now.differences().stream().noneMatch(
                    difference -> difference.alterable() && plan.differences().contains(difference)));
        }
    }

    /** The controller has a change at once, the brokers' metadata a moment later. */
    private void awaitShown(String done, Predicate<TopicPlan> shown) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!shown.test(plan())) {
            if (System.nanoTime() > end) {
                throw new TimeoutException("topics were " + done + ", but the brokers do not show it within "
                        + timeout.toSeconds() + " s; look at the cluster's logs");
            }
            try {
                Thread.sleep(LOOK_AGAIN);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new org.apache.kafka.common.errors.InterruptException(
                        "interrupted while waiting for the Kafka cluster");
            }
        }
    }

    private List<TopicPlan.Difference> differences(Map<String, Topics> existing) {
        Map<String, TopicDescription> layouts = await(admin.describeTopics(existing.keySet()).allTopicNames());
        Map<ConfigResource, Config> configs = await(
                admin.describeConfigs(existing.keySet().stream().map(TopicProvision::resource).toList()).all());
        List<TopicPlan.Difference> result = new ArrayList<>();
        for (Topics topic : Topics.values()) {
            String name = topic.name(settings.prefix());
            TopicDescription layout = layouts.get(name);
            Config config = configs.get(resource(name));
            if (layout == null || config == null) {
                continue; // missing, and reported as such
            }
            compare(result, name, TopicPlan.PARTITIONS, settings.partitions(), layout.partitions().size());
            compare(result, name, TopicPlan.REPLICATION, settings.replicationFactor(),
                    layout.partitions().getFirst().replicas().size());
            settings.of(topic).forEach((setting, expected) -> {
                ConfigEntry entry = config.get(setting);
                compare(result, name, setting, expected, entry == null ? "not known to the broker" : entry.value());
            });
        }
        return result;
    }

    private static void compare(List<TopicPlan.Difference> result, String topic, String setting, Object expected,
            Object found) {
        if (!expected.equals(found)) {
            result.add(new TopicPlan.Difference(topic, setting, expected.toString(), found.toString()));
        }
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private <T> T await(KafkaFuture<T> future) {
        return Answers.of(future, timeout);
    }
}
