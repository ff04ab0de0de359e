// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.AlertKey;

/**
 * A person has taken an alert: the value of the compacted {@code acknowledgements} topic under the key of the alert. Until
 * it expires nobody is told again of the revision that it is about; a later revision is told. A record without a value
 * takes it back.
 *
 * @param alertKey the alert
 * @param revision the revision that the person saw, from 1
 * @param actor the person
 * @param ackedAt when
 * @param expiresAt until when it holds, at most {@link #LONGEST} later
 * @param reason what the person says, up to 2048 characters
 */
public record Acknowledgement(AlertKey alertKey, long revision, String actor, Instant ackedAt, Instant expiresAt,
        Optional<String> reason) {
    /** How long one holds when nothing else is said. */
    public static final Duration DEFAULT = Duration.ofHours(4);
    /** Longest time that one may hold. */
    public static final Duration LONGEST = Duration.ofDays(7);

    /**
     * Checks the revision, the names and the times.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Acknowledgement {
        Bounds.atLeast("revision", revision, 1);
        Bounds.name("actor", actor);
        reason = Bounds.text("reason", reason, Bounds.MAX_TEXT);
        if (!expiresAt.isAfter(ackedAt)) {
            throw new IllegalArgumentException("expiresAt is not after ackedAt: give a later time");
        }
        if (Duration.between(ackedAt, expiresAt).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("expiresAt is more than " + LONGEST.toDays()
                    + " days after ackedAt: acknowledge again when that time is over");
        }
    }

    /** Whether it holds at a moment for a revision of the alert. */
    public boolean holds(long current, Instant moment) {
        return current <= revision && moment.isBefore(expiresAt);
    }
}
