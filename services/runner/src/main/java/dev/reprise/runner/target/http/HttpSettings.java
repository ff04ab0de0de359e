// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Bounds of every HTTP call.
 *
 * @param connectTimeout how long a connection may take (default 5 s)
 * @param longestCall the longest time-out that a specification may ask for; a longer one is cut (default 60 s)
 */
public record HttpSettings(Duration connectTimeout, Duration longestCall) {
    /** How much of an answer is read, in bytes. */
    static final int MOST_READ = 64 * 1024;
    /** How much of an answer is kept, in characters. */
    static final int MOST_KEPT = 512;

    /**
     * Checks the settings.
     *
     * @throws ConfigException naming each one that is wrong
     */
    public HttpSettings {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!connectTimeout.isPositive()) {
            problems.add(ConfigProblem.of("connect-timeout", "expected more than 0s", "choose 5s"));
        }
        if (!longestCall.isPositive() || longestCall.compareTo(Duration.ofMinutes(1)) > 0) {
            problems.add(ConfigProblem.of("longest-call", "expected more than 0s and at most 60s, found " + longestCall,
                    "choose 60s"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults. */
    public static HttpSettings defaults() {
        return new HttpSettings(Duration.ofSeconds(5), Duration.ofSeconds(60));
    }
}
