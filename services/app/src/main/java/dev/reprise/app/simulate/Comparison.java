// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.util.ArrayList;
import java.util.List;

import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioAnswer;
import dev.reprise.core.simulate.Simulation;

/**
 * A scenario's expectation against what the core decided.
 *
 * @param scenario the scenario
 * @param found what was decided, by time
 * @param missing what was expected and not decided
 * @param surplus what was decided and not expected
 */
public record Comparison(Scenario scenario, List<ScenarioAnswer> found, List<ScenarioAnswer> missing,
        List<ScenarioAnswer> surplus) {

    /** Runs a scenario and compares. One without an expectation misses nothing. */
    public static Comparison of(Scenario scenario) {
        List<ScenarioAnswer> found = Simulation.run(scenario).answers().stream().sorted().toList();
        List<ScenarioAnswer> surplus = new ArrayList<>();
        List<ScenarioAnswer> missing = new ArrayList<>();
        scenario.expected().ifPresent(expected -> {
            missing.addAll(expected);
            found.forEach(missing::remove);
            surplus.addAll(found);
            expected.forEach(surplus::remove);
        });
        return new Comparison(scenario, found, List.copyOf(missing), List.copyOf(surplus));
    }

    /** Whether everything came as expected. */
    public boolean passed() {
        return missing.isEmpty() && surplus.isEmpty();
    }
}
