// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A history with the right answers.
 *
 * @param id its name
 * @param title what it is about, in a line
 * @param policies settings by job name; {@code *} stands for all
 * @param events in order of arrival
 * @param runOn seconds of virtual time to let pass after the last event
 * @param expected the decisions that are right, where they are given
 */
public record Scenario(String id, Optional<String> title, Map<String, ScenarioPolicy> policies,
        List<ScenarioEvent> events,
        long runOn, Optional<List<ScenarioAnswer>> expected) {
    private static final String ALL = "*";

    /** Takes copies. */
    public Scenario {
        policies = Map.copyOf(policies);
        events = List.copyOf(events);
        expected = expected.map(List::copyOf);
    }

    /** Whether a job is registered in this history. */
    boolean knows(String job) {
        return (policies.containsKey(job) || policies.containsKey(ALL)) && policy(job).known().orElse(true);
    }

    /** The settings of a job, over those for all. */
    ScenarioPolicy policy(String job) {
        ScenarioPolicy general = policies.getOrDefault(ALL, ScenarioPolicy.NONE);
        ScenarioPolicy own = policies.get(job);
        return own == null || job.equals(ALL) ? general : own.over(general);
    }
}
