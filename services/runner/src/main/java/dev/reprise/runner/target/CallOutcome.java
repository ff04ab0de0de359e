// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import dev.reprise.schemas.id.RunId;

/** What one call came to. The difference between refused and unknown is what the whole protocol rests on. */
public sealed interface CallOutcome extends Outcome {
    /**
     * The target has the rerun.
     *
     * @param externalRun the run id at the target
     * @param adopted whether an earlier call had already worked and was found by our id
     */
    record Accepted(RunId externalRun, boolean adopted) implements CallOutcome {}

    /**
     * This call certainly had no effect, because the target said so. It says nothing about an earlier call.
     *
     * @param conflict whether something else holds the place
     * @param detail the answer in short, without secrets
     */
    record Refused(boolean conflict, String detail) implements CallOutcome {}

    /**
     * Nobody knows: a time-out, a broken connection, an error inside the target.
     *
     * @param detail what happened, without secrets
     */
    record Unknown(String detail) implements CallOutcome {}

    /**
     * The request has not reached the target, or was turned away unread because there are too many, so this call certainly
     * had no effect; trying later may help.
     *
     * @param detail what happened, without secrets
     */
    record NotSent(String detail) implements CallOutcome {}
}
