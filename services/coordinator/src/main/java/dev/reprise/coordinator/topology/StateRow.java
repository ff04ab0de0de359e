// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.util.Optional;

import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.Timers;

/**
 * A row of the state store.
 *
 * @param version the version of this form; a reader knows its own and the one before
 * @param state the instance
 * @param timer the timer that is set for it, so that it can be found and taken out
 * @param traceparent where in a trace that stands what is still to be decided upon, for the decision that may come hours
 *     later; no decision depends on it
 */
record StateRow(int version, InstanceState state, Optional<Timers.Timer> timer, Optional<String> traceparent) {
    /** 2 added what an instance at rest waits for: to be forgotten. */
    static final int VERSION = 2;
}
