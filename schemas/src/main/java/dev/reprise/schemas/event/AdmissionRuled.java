// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * A group's answer to a rerun that asked for admission. A later answer replaces an earlier one.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when it was ruled
 * @param rerunId the rerun that asked
 * @param slot which question is answered: whether its rerun may be considered, or whether there is a place for it
 * @param ruling whether it may be sent
 * @param reason why it is held or let go; absent where nothing stood against it
 * @param opened whether this failure opened the breaker: its instance carries the one alert of the storm
 * @param subject what the breaker is about: the group, or the group and an error signature, 1 to 512 characters
 * @param detail what was known then, for a person
 * @param expectedDuration how long the job usually takes, learned from its runs
 */
public record AdmissionRuled(JobId job, PartitionKey partition, Instant at, RerunId rerunId, boolean slot,
        AdmissionRuling ruling,
        Optional<Reason> reason, boolean opened, String subject, String detail,
        Optional<Duration> expectedDuration) implements CoordinatorEvent {
    /** Longest subject of a breaker, in characters. */
    public static final int MAX_SUBJECT = 512;

    /**
     * Checks the subject; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AdmissionRuled {
        Bounds.text("subject", subject, MAX_SUBJECT);
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
        expectedDuration.ifPresent(duration -> Bounds.notNegative("expectedDuration", duration));
    }
}
