// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

/**
 * The answer of one check.
 *
 * @param healthy whether all is well
 * @param reason what was found, for a person; holds no secret, as the endpoints are open
 */
public record HealthState(boolean healthy, String reason) {

    /** All is well. */
    public static HealthState up(String reason) {
        return new HealthState(true, reason);
    }

    /** Something is wrong. */
    public static HealthState down(String reason) {
        return new HealthState(false, reason);
    }
}
