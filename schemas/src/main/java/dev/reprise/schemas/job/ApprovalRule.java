// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * How a person approves a rerun.
 *
 * @param timeout how long a proposal stays open; when it expires, the owner is told and nothing is rerun
 * @param fourEyes whether the person who asked for a rerun may not approve it
 */
public record ApprovalRule(Duration timeout, boolean fourEyes) {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public ApprovalRule {
        Bounds.positive("approval.timeout", timeout);
    }
}
