// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;
import java.util.Comparator;

import dev.reprise.schemas.id.RerunId;

/**
 * A place in a lane. Before a breaker, jobs that are safe to repeat go first, for they probe; everywhere the tighter
 * deadline goes before the wider, then the older question before the newer.
 *
 * @param rank 0 goes before 1
 * @param deadline when the partition must be ready; {@link #NO_DEADLINE} where nobody waits for it
 * @param number its place among all questions of the group
 * @param rerunId the rerun
 */
public record Place(int rank, Instant deadline, long number, RerunId rerunId) implements Comparable<Place> {
    /** After every deadline. */
    public static final Instant NO_DEADLINE = Instant.parse("9999-12-31T00:00:00Z");
    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::rank)
            .thenComparing(Place::deadline).thenComparingLong(Place::number)
            .thenComparing(place -> place.rerunId().value());

    /** The place of a question in a lane. */
    public static Place of(Lane lane, Ask ask) {
        boolean first = lane.kind() != Lane.Kind.BREAKER || ask.idempotent();
        return new Place(first ? 0 : 1, ask.deadline().filter(NO_DEADLINE::isAfter).orElse(NO_DEADLINE), ask.number(),
                ask.rerunId());
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
