// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.event.RunEvent;

/** Where the supervisor tells what became of a run. */
@FunctionalInterface
public interface RunReports {
    /**
     * Tells an event.
     *
     * @param id derived from the run and the event, so that a repetition is seen as one
     * @param traceparent where in a trace it belongs
     * @return done once the event is acknowledged and cannot be lost; failed when that is not known
     */
    CompletableFuture<Void> tell(String id, RunEvent event, Optional<Traceparent> traceparent);
}
