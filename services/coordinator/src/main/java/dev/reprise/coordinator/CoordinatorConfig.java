// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import java.nio.file.Path;
import java.time.Duration;

import dev.reprise.core.instance.Remembrance;

/**
 * Settings of the coordinator.
 *
 * @param topicPrefix prefix of every topic, and of the application id
 * @param instanceId the fixed name of this process among all coordinators
 * @param stateDirectory where local state is kept; for one process alone
 * @param tick how often due timers are looked for, 10 ms to 10 s; a timer may be that late and is never early
 * @param timersPerTick how many due timers one look handles at most, so that the poll loop lives
 * @param remembrance how long instances at rest are remembered
 */
public record CoordinatorConfig(String topicPrefix, String instanceId, Path stateDirectory, Duration tick,
        int timersPerTick, Remembrance remembrance) {
    /** Often enough that a wait is met within a tenth of a second. */
    public static final Duration DEFAULT_TICK = Duration.ofMillis(100);
    /** What one look handles at most. */
    public static final int DEFAULT_TIMERS_PER_TICK = 500;

    /** A configuration with the default times. */
    public static CoordinatorConfig of(String topicPrefix, String instanceId, Path stateDirectory) {
        return new CoordinatorConfig(topicPrefix, instanceId, stateDirectory, DEFAULT_TICK, DEFAULT_TIMERS_PER_TICK,
                Remembrance.DEFAULTS);
    }
}
