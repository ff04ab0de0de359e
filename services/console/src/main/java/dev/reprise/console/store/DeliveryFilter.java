// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;

/**
 * Which deliveries to list; what is empty does not narrow.
 *
 * @param channel the receiver, exactly
 * @param outcomes any of {@code PENDING}, {@code SENT}, {@code RETRYING}, {@code FAILED}
 * @param alert that tell of this alert, alone or among others
 * @param instance that tell of an alert of this instance
 */
public record DeliveryFilter(Optional<String> channel, List<String> outcomes, Optional<AlertKey> alert,
        Optional<InstanceId> instance) {

    /** Takes a copy. */
    public DeliveryFilter {
        outcomes = List.copyOf(outcomes);
    }
}
