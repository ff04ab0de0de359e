// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * The rerun that this process is part of, as the runner tells it through the environment.
 *
 * @param instance what is rerun
 * @param rerunId the rerun
 * @param run the run id that the runner reports it under
 * @param generation the generation of the rerun, where it is told
 */
public record RerunContext(InstanceId instance, RerunId rerunId, RunId run, Optional<Long> generation) {

    /**
     * Reads the environment.
     *
     * @return empty outside a rerun
     * @throws IllegalArgumentException when a variable of the runner holds an illegal name
     */
    public static Optional<RerunContext> of(Map<String, String> environment) {
        String rerunId = environment.get("REPRISE_RERUN_ID");
        String instance = environment.get("REPRISE_INSTANCE");
        if (rerunId == null || instance == null) {
            return Optional.empty();
        }
        return Optional.of(new RerunContext(InstanceId.parse(instance), new RerunId(rerunId),
                new RunId(environment.getOrDefault("REPRISE_RUN_ID", rerunId)),
                Optional.ofNullable(environment.get("REPRISE_GENERATION")).map(Long::valueOf)));
    }
}
