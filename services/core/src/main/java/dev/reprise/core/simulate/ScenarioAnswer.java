// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.util.Comparator;

/**
 * A decision, as scenarios write it.
 *
 * @param t the second of virtual time
 * @param on the index of the event it answers, from 0, or {@code timer}
 * @param decision rerun, wait, suppress or alert
 * @param reason the rule that decided
 */
public record ScenarioAnswer(long t, String on, String decision, String reason) implements Comparable<ScenarioAnswer> {
    private static final Comparator<ScenarioAnswer> ORDER = Comparator.comparingLong(ScenarioAnswer::t)
            .thenComparing(ScenarioAnswer::on)
            .thenComparing(ScenarioAnswer::decision).thenComparing(ScenarioAnswer::reason);

    /** By time; answers of one moment in an order that means nothing. */
    @Override
    public int compareTo(ScenarioAnswer other) {
        return ORDER.compare(this, other);
    }
}
