// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far the services had committed to have come, asked twice: what is owed for records before {@code before} was written
 * before the topics' ends were noted; nothing that was read can rest on a record at or after {@code after}.
 *
 * @param before positions as they were before the topics' ends were noted
 * @param after positions as they were after
 */
public record Progress(Map<Seat, Long> before, Map<Seat, Long> after) {
    /** Nothing is known: a history without its consumer groups. */
    public static final Progress UNKNOWN = new Progress(Map.of(), Map.of());

    /**
     * A service at a Kafka partition.
     *
     * @param party the service
     * @param place what it reads
     */
    public record Seat(Party party, Place place) {}

    /** Takes copies. */
    public Progress {
        before = Map.copyOf(before);
        after = Map.copyOf(after);
    }

    OptionalLong before(Party party, Place place) {
        return optional(before.get(new Seat(party, place)));
    }

    OptionalLong after(Party party, Place place) {
        return optional(after.get(new Seat(party, place)));
    }

    private static OptionalLong optional(@Nullable Long offset) {
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }
}
