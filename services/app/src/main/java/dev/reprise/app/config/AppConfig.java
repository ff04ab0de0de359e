// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.reprise.ingest.IngestConfig;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.http.HttpConfig;

/**
 * The configuration file. Every key is listed in {@code docs/configuration.md}.
 *
 * @param kafka how to reach Kafka, and the embedded broker
 * @param topics how the topics are laid out
 * @param stateDirectory where this process keeps state; required by {@code serve}, while {@code up} has {@code --data}
 * @param instance the fixed name of this process among all of one cluster; drawn once and kept in the state directory where
 *        absent
 * @param http the HTTP server
 * @param ingest the way in
 * @param coordinator the deciding
 * @param runner the carrying out
 * @param notifier who is told
 * @param console the reading side
 */
public record AppConfig(KafkaSection kafka, TopicsSection topics, Optional<Path> stateDirectory,
        Optional<String> instance, HttpConfig http, IngestConfig ingest, CoordinatorSection coordinator,
        RunnerSection runner, NotifierConfig notifier, ConsoleSection console) {

    /**
     * Checks what concerns more than one section.
     *
     * @throws ConfigException when the ledger remembers a rerun for longer than the coordinator its instance
     */
    public AppConfig {
        Duration results = coordinator.remember().results();
        Duration ledger = runner.dispatch().ledgerHorizon();
        if (results.compareTo(ledger) < 0) {
            throw new ConfigException(List.of(ConfigProblem.of("coordinator.remember.results",
                    "is shorter than runner.dispatch.ledger-horizon of " + DurationText.format(ledger)
                            + ": a runner would know a rerun whose instance is forgotten",
                    "choose at least " + DurationText.format(ledger) + ", or shorten ledger-horizon")));
        }
    }

    /** The same on another HTTP port. */
    public AppConfig withHttpPort(int port) {
        return new AppConfig(kafka, topics, stateDirectory, instance, http.onPort(port), ingest, coordinator, runner,
                notifier, console);
    }

    /** The same with other receivers of alerts. */
    public AppConfig withNotifier(NotifierConfig other) {
        return new AppConfig(kafka, topics, stateDirectory, instance, http, ingest, coordinator, runner, other,
                console);
    }
}
