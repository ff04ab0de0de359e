// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import dev.reprise.schemas.job.DispatchClass;

/**
 * One place that can run a rerun, as one command describes it. Methods may block for the time-out of the target, never
 * longer, and are called on a thread of their own; they answer with an outcome and throw nothing that a target can cause.
 */
public interface Target {
    /** What a second call under the same key does. */
    DispatchClass guarantee();

    /** From where the guarantee holds. */
    Reach reach();

    /** Asks the target to take the rerun: one call, never repeated inside. */
    CallOutcome call(TargetRequest request);

    /**
     * Shows the target the token of a request: when this has worked, no call under an older one ever takes effect. Only
     * asked of a fenced target.
     */
    default FenceOutcome fence(TargetRequest request) {
        return new FenceOutcome.Unknown("the target has no fence");
    }

    /** Asks for the run under our own id. Changes nothing at the target. */
    QueryOutcome query(TargetRequest request);

    /** From where a key means the same. */
    enum Reach {
        /** From any runner: the target is one place. */
        ANYWHERE,
        /** Only from runners with the same data directory: each directory remembers its own keys. */
        SAME_PLACE
    }
}
