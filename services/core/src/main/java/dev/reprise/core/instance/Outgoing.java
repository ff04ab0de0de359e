// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.event.CoordinatorEvent;

/** What a step tells others. */
public sealed interface Outgoing {
    /**
     * Told to an instance, itself or another.
     *
     * @param event what is told
     */
    record ToInstance(CoordinatorEvent event) implements Outgoing {}

    /**
     * Told to a group of jobs.
     *
     * @param message what is told
     */
    record ToGroup(AdmissionMessage message) implements Outgoing {}
}
