// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * An attempt has begun to run.
 *
 * <p>The identity of a start is run, attempt and its own time: the same start told again changes nothing.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param rerunOf the rerun of ours that this run carries out, where the target has its own run ids
 * @param aliasOf the run under which the same execution was reported before by another source
 * @param correlated whether the reporter knows that a rerun of ours caused it, without knowing which
 */
public record RunStarted(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        Optional<RerunId> rerunOf, Optional<RunId> aliasOf, boolean correlated) implements RunEvent {
    /**
     * Checks the attempt and the source.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunStarted {
        EventFields.check(attempt, source);
    }
}
