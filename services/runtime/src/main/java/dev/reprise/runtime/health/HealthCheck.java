// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

/** Looks at one thing. Called by many threads; must answer at once, from what is known, without asking over a network. */
@FunctionalInterface
public interface HealthCheck {

    /** The state now; an exception counts as down. */
    HealthState check();
}
