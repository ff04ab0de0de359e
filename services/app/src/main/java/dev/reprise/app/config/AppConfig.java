// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.nio.file.Path;
import java.util.Optional;

import dev.reprise.ingest.IngestConfig;
import dev.reprise.notifier.receiver.NotifierConfig;
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
