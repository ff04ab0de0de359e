// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import dev.reprise.schemas.job.Policy;

/** What the registry says of a job at the moment of a decision. */
public sealed interface JobView {
    /**
     * The job is registered.
     *
     * @param policy its policy
     * @param hasTarget whether Reprise knows how to run it
     */
    record Known(Policy policy, boolean hasTarget) implements JobView {}

    /** The job is not registered: without a policy nothing is rerun. */
    record Unknown() implements JobView {}
}
