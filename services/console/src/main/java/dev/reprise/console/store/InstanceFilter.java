// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;

/**
 * Which instances to list; what is empty does not narrow.
 *
 * @param namespace exactly
 * @param name the name of the job, exactly
 * @param statuses any of these
 * @param owner the name of the job's owner, exactly
 * @param labels all of these labels of the job
 * @param text anywhere in namespace, name or partition, whatever its case
 * @param oldestFirst sorted by the last change: oldest first instead of newest first
 */
public record InstanceFilter(Optional<String> namespace, Optional<String> name, List<InstanceStatus> statuses,
        Optional<String> owner, Map<String, String> labels, Optional<String> text, boolean oldestFirst) {

    /** Takes copies. */
    public InstanceFilter {
        statuses = List.copyOf(statuses);
        labels = Map.copyOf(labels);
    }
}
