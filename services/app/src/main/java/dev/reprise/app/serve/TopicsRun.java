// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;

import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.kafka.TopicPlan;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;

/** {@code reprise topics}: compares a cluster with the table of topics, and brings it in line. */
public final class TopicsRun {

    private static final Duration ANSWER = Duration.ofSeconds(30);

    private TopicsRun() {}

    /**
     * One thing that differs.
     *
     * @param topic full name
     * @param setting what differs; {@code topic} where all of it is missing
     * @param expected the value of the table
     * @param found the value of the cluster
     * @param changes whether {@code apply} changes it
     */
    public record Line(String topic, String setting, String expected, String found, boolean changes) {}

    /**
     * What differs now; reads only.
     *
     * @throws dev.reprise.app.client.CommandFailure when the cluster does not answer, or refuses
     */
    public static List<Line> plan(Optional<Path> config, Map<String, String> environment) {
        return run(config, environment, TopicProvision::plan);
    }

    /**
     * Creates what is missing and changes what can be changed.
     *
     * @return what differed before
     * @throws dev.reprise.app.client.CommandFailure when the cluster does not answer, or refuses
     */
    public static List<Line> apply(Optional<Path> config, Map<String, String> environment) {
        return run(config, environment, provision -> {
            TopicPlan plan = provision.plan();
            provision.create(plan);
            provision.alter(plan);
            return plan;
        });
    }

    private static List<Line> run(Optional<Path> file, Map<String, String> environment,
            Function<TopicProvision, TopicPlan> action) {
        try {
            AppConfig config = ConfigFile.read(file, environment);
            String servers = config.kafka().bootstrapServers().orElseThrow(() -> ConfigException.of(
                    "kafka.bootstrap-servers", "is required", "name at least one host:port"));
            TopicSettings settings = config.topics().onCluster();
            try (Admin admin = Admin.create(config.kafka().connectionTo(servers).admin("reprise-topics"))) {
                return lines(action.apply(new TopicProvision(admin, settings, ANSWER)));
            }
        } catch (RuntimeException e) {
            throw Refusals.of(e);
        }
    }

    private static List<Line> lines(TopicPlan plan) {
        List<Line> lines = new ArrayList<>();
        plan.missing().forEach(topic -> lines.add(new Line(topic, "topic", "present", "missing", true)));
        plan.differences().forEach(difference -> lines.add(new Line(difference.topic(), difference.setting(),
                difference.expected(), difference.found(), difference.alterable())));
        return lines;
    }
}
