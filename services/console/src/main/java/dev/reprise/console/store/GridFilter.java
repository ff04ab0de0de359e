// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;

/**
 * Which jobs of the grid to show; what is empty does not narrow.
 *
 * @param namespace the namespace of the job, exactly
 * @param owner the name of the job's owner, exactly
 * @param text anywhere in namespace or name, whatever its case
 * @param statuses jobs with an instance in any of these
 * @param troubleFirst sorted by how many instances want attention, and then by name; else by name alone
 */
public record GridFilter(Optional<String> namespace, Optional<String> owner, Optional<String> text,
        List<InstanceStatus> statuses, boolean troubleFirst) {

    /** Takes a copy. */
    public GridFilter {
        statuses = List.copyOf(statuses);
    }
}
