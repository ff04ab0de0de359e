// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;
import java.util.regex.Pattern;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * The runner is about to call the target. Committed before the call: without it no call is made.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 * @param requestHash SHA-256 of the request, in hexadecimal: the same key must mean the same request
 * @param notAfter when the command loses its life
 */
public record DispatchIntent(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at, String requestHash, Instant notAfter) implements RerunDispatch {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * Checks the counters and the hash.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchIntent {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
        if (!HASH.matcher(requestHash).matches()) {
            throw new IllegalArgumentException(
                    "requestHash is not 64 characters of 0-9 and a-f: give a SHA-256 in hexadecimal");
        }
    }
}
