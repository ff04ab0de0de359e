// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.util.Collection;
import java.util.List;

import dev.reprise.core.simulate.Replay.Recorded;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;

/**
 * What was recorded, and what was in force at its end.
 *
 * @param history events and the runner's words
 * @param jobs the registry; empty where none was recorded
 * @param lineage what events showed of jobs
 * @param controls pauses and freezes that were not lifted
 */
public record Recording(List<Recorded> history, Collection<JobDefinition> jobs, Collection<JobLineage> lineage,
        Collection<Control> controls) {
    /** Takes copies. */
    public Recording {
        history = List.copyOf(history);
        jobs = List.copyOf(jobs);
        lineage = List.copyOf(lineage);
        controls = List.copyOf(controls);
    }
}
