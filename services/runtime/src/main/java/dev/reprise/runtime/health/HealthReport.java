// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

import java.util.List;

/**
 * The answer of one endpoint.
 *
 * @param status {@code up} if every check is, else {@code down}
 * @param checks each check, in alphabetical order
 */
public record HealthReport(String status, List<NamedState> checks) {

    /**
     * One check.
     *
     * @param name what was looked at
     * @param healthy whether all is well
     * @param reason what was found
     */
    public record NamedState(String name, boolean healthy, String reason) {}

    static HealthReport of(List<NamedState> checks) {
        boolean up = checks.stream().allMatch(NamedState::healthy);
        return new HealthReport(up ? "up" : "down", List.copyOf(checks));
    }

    /** Whether every check is up. */
    public boolean up() {
        return status.equals("up");
    }
}
