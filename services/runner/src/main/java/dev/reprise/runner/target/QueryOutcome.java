// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import dev.reprise.schemas.id.RunId;

/** What a target answers when it is asked for the run under our own id. */
public sealed interface QueryOutcome extends Outcome {
    /**
     * It is there.
     *
     * @param externalRun the run id at the target
     */
    record Found(RunId externalRun) implements QueryOutcome {}

    /** It is not there now. A call that is still under way may yet bring it. */
    record NotFound() implements QueryOutcome {}

    /**
     * Nobody knows.
     *
     * @param detail why not, without secrets
     */
    record Unknown(String detail) implements QueryOutcome {}
}
