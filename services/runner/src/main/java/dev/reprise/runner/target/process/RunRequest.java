// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * What a run directory was made for; holds no secret, only where its secrets came from.
 *
 * @param rerunId the rerun, which is also the name of the directory
 * @param instance what is rerun
 * @param generation the generation of the rerun
 * @param hash SHA-256 of the request: another request under the same key is a conflict
 * @param at when the directory was made
 * @param timeout after this the process is stopped; absent: never
 * @param secrets references of the secrets in its environment, so that their values can be kept out of what is reported
 * @param traceparent where in a trace the call stands that made the directory, for what is reported of the run
 */
record RunRequest(RerunId rerunId, InstanceId instance, long generation, String hash, Instant at,
        Optional<Duration> timeout, List<String> secrets, Optional<String> traceparent) {
    RunRequest {
        secrets = List.copyOf(secrets);
    }

    /** One that belongs to no trace. */
    RunRequest(RerunId rerunId, InstanceId instance, long generation, String hash, Instant at,
            Optional<Duration> timeout, List<String> secrets) {
        this(rerunId, instance, generation, hash, at, timeout, secrets, Optional.empty());
    }
}
