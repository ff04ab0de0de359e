// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.runner.dispatch.DispatchSettings;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.process.ProcessSettings;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * What a runner needs to know.
 *
 * @param topicPrefix put before every topic, group and transactional id (default {@code reprise.})
 * @param name who this runner is, for people and in client ids: letters, digits, dots, hyphens and underscores
 * @param groupInstance keeps its Kafka partitions over a restart where it is given; unique among all runners
 * @param directory where run directories are kept; one running runner per directory
 * @param dispatch how commands are carried out
 * @param process how processes are run
 * @param http how HTTP targets are called
 */
public record RunnerConfig(String topicPrefix, String name, Optional<String> groupInstance, Path directory,
        DispatchSettings dispatch, ProcessSettings process, HttpSettings http) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{0,128}");

    /**
     * Checks the names.
     *
     * @throws ConfigException naming each one that is wrong
     */
    public RunnerConfig {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!PREFIX.matcher(topicPrefix).matches()) {
            problems.add(ConfigProblem.of("topic-prefix", "has a character that Kafka does not allow in a topic",
                    "use letters, digits, dots, hyphens and underscores"));
        }
        if (!NAME.matcher(name).matches()) {
            problems.add(ConfigProblem.of("name", "is no name", "use letters, digits, dots, hyphens and underscores"));
        }
        if (groupInstance.isPresent() && !NAME.matcher(groupInstance.get()).matches()) {
            problems.add(ConfigProblem.of("group-instance", "is no name",
                    "use letters, digits, dots, hyphens and underscores"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults for a runner of that name with its directory. */
    public static RunnerConfig of(String topicPrefix, String name, Path directory) {
        return new RunnerConfig(topicPrefix, name, Optional.empty(), directory, DispatchSettings.defaults(),
                ProcessSettings.defaults(), HttpSettings.defaults());
    }
}
