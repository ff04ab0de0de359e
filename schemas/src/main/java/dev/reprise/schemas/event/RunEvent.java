// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;

/** What one attempt of a run did, as its scheduler, engine or wrapper reports it. */
public sealed interface RunEvent extends InstanceEvent
        permits RunStarted, RunHeartbeat, RunSucceeded, RunFailed, RunLost,
        RunKilled, RunSkipped, RunUpstreamFailed, RunCleared, RunReconciled, RunStateUnknown, OutputCommitted,
        DeadlineReported {
    /** The scheduler's own run id. */
    RunId run();

    /** The try inside that run, from 1. */
    int attempt();

    /** Who reports it: a scheduler, an engine, a wrapper. Never part of the identity of a failure. */
    String source();

    /** Run and attempt together. */
    default AttemptId attemptId() {
        return new AttemptId(run(), attempt());
    }
}
