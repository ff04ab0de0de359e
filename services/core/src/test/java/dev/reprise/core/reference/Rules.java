// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.core.simulate.ScenarioPolicy;

/** The settings of one job: its own, then those for all, then the defaults. Seconds throughout. */
record Rules(boolean known, boolean idempotent, int maxReruns, int nativeAttempts, long nativeDelay, long settle,
        long maxAge, long requestAge, boolean keyed, long keyHorizon, Optional<Long> hbTimeout, Optional<Long> deadline,
        Optional<Integer> stormLimit, long stormWindow, int flapLimit, long flapWindow, boolean byDay) {

    static Rules of(Map<String, ScenarioPolicy> policies, String job) {
        Source from = new Source(policies, job);
        boolean named = policies.containsKey(job) || policies.containsKey("*");
        return new Rules(named && from.get(ScenarioPolicy::known, true), from.get(ScenarioPolicy::idempotent, true),
                from.get(ScenarioPolicy::maxReruns, 1), from.get(ScenarioPolicy::nativeAttempts, 1),
                from.get(ScenarioPolicy::nativeDelay, 60L), from.get(ScenarioPolicy::settle, 30L),
                from.get(ScenarioPolicy::maxAge, 3600L), from.get(ScenarioPolicy::requestAge, 600L),
                from.get(ScenarioPolicy::target, "KEYED").equals("KEYED"),
                from.get(ScenarioPolicy::keyHorizon, 86_400L), from.find(ScenarioPolicy::hbTimeout),
                from.find(ScenarioPolicy::deadline), from.find(ScenarioPolicy::stormLimit),
                from.get(ScenarioPolicy::stormWindow, 300L), from.get(ScenarioPolicy::flapLimit, 3),
                from.get(ScenarioPolicy::flapWindow, 3600L),
                from.find(ScenarioPolicy::partitionNorm).filter("day"::equals).isPresent());
    }

    private record Source(Map<String, ScenarioPolicy> policies, String job) {
        <T> Optional<T> find(Function<ScenarioPolicy, Optional<T>> field) {
            return Optional.ofNullable(policies.get(job)).flatMap(field)
                    .or(() -> Optional.ofNullable(policies.get("*")).flatMap(field));
        }

        <T> T get(Function<ScenarioPolicy, Optional<T>> field, T otherwise) {
            return find(field).orElse(otherwise);
        }
    }
}
