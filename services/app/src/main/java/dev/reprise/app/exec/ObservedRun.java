// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.Optional;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * Which attempt of which instance a command carries out.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the run
 * @param attempt the try inside that run, from 1
 * @param retry whether the caller will try again by itself after a failure
 * @param rerunOf the rerun that this command carries out, if it is one
 * @param source who reports it, a URI reference such as {@code reprise/exec/worker-7}
 */
public record ObservedRun(JobId job, PartitionKey partition, RunId run, int attempt, RetryOutlook retry,
        Optional<RerunId> rerunOf, String source) {
    private static final String UNGATED = "#ungated";

    /** The same run, which went past a gate that nobody kept. */
    ObservedRun ungated() {
        return source.endsWith(UNGATED)
                ? this
                : new ObservedRun(job, partition, run, attempt, retry, rerunOf, source + UNGATED);
    }

    /**
     * Checks the attempt.
     *
     * @throws IllegalArgumentException when it is below 1
     */
    public ObservedRun {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt is " + attempt + ": attempts count from 1");
        }
    }
}
