// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * The breaker that a failure of this instance had opened is closed: the alert of the storm is over.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when it closed
 * @param subject what the breaker was about, 1 to 512 characters
 * @param detail how it ended, for a person
 */
public record StormEnded(JobId job, PartitionKey partition, Instant at, String subject, String detail)
        implements
            CoordinatorEvent {
    /**
     * Checks the subject; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public StormEnded {
        Bounds.text("subject", subject, AdmissionRuled.MAX_SUBJECT);
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
    }
}
