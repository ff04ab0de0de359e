// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.reprise.runtime.config.ConfigProblem;

/**
 * The client settings the guarantees rest on. They are set by {@link KafkaConnection} and may not be changed from outside;
 * everything else passes through.
 */
enum FixedSettings {

    CONSUMER(Set.of("isolation.level", "enable.auto.commit", "auto.offset.reset", "group.protocol", "group.id",
            "group.instance.id", "client.id")), PRODUCER(
                    Set.of("acks", "enable.idempotence", "transactional.id", "client.id")), ADMIN(
                            Set.of("client.id")), STREAMS(Set.of("application.id", "processing.guarantee",
                                    "group.protocol", "state.dir", "client.id",
                                    "acceptable.recovery.lag", "statestore.cache.max.bytes",
                                    "cache.max.bytes.buffering",
                                    "ensure.explicit.internal.resource.naming", "application.server"));

    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final List<String> CONSUMER_PREFIXES = List.of("consumer.", "main.consumer.", "restore.consumer.",
            "global.consumer.");

    private final Set<String> keys;

    FixedSettings(Set<String> keys) {
        this.keys = keys;
    }

    /** The problems of a section meant for every client: fixed for one of them is fixed for all. */
    static List<ConfigProblem> problemsForAll(String section, Map<String, String> settings) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (String key : settings.keySet()) {
            for (FixedSettings client : values()) {
                if (client.fixes(key)) {
                    problems.add(problem(section, key));
                    break;
                }
            }
        }
        return problems;
    }

    /** The problems of the section for this kind of client. */
    List<ConfigProblem> problems(String section, Map<String, String> settings) {
        return settings.keySet().stream().filter(this::fixes).map(key -> problem(section, key)).toList();
    }

    private boolean fixes(String key) {
        if (key.equals(BOOTSTRAP) || keys.contains(key)) {
            return true;
        }
        return this == STREAMS && (CONSUMER.fixes(key) || PRODUCER.fixes(key) || fixesInside(key));
    }

    /** Streams hands settings to its inner clients by a prefix. */
    private static boolean fixesInside(String key) {
        if (key.startsWith("producer.")) {
            return PRODUCER.fixes(key.substring("producer.".length()));
        }
        if (key.startsWith("admin.")) {
            return ADMIN.fixes(key.substring("admin.".length()));
        }
        return CONSUMER_PREFIXES.stream().filter(key::startsWith)
                .anyMatch(prefix -> CONSUMER.fixes(key.substring(prefix.length())));
    }

    private static ConfigProblem problem(String section, String key) {
        return ConfigProblem.of(section + "." + key, "is fixed, because the guarantees of the protocol rest on it",
                key.equals(BOOTSTRAP) ? "set bootstrap-servers instead" : "remove it");
    }
}
