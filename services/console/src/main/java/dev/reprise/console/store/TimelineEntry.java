// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;

/**
 * One thing that happened to an instance, from whichever topic tells it.
 *
 * @param at when
 * @param source which topic tells it
 * @param kafkaPartition its Kafka partition
 * @param offset its offset
 * @param record the record
 */
public record TimelineEntry(Instant at, Source source, int kafkaPartition, long offset, Record record) {

    /** The topics of a timeline, in the order of things that happen at the same moment: asked, decided, done, told. */
    public enum Source {
        /** A person asked for it. */
        AUDIT,
        /** It was decided. */
        DECISION,
        /** The runner did it. */
        DISPATCH,
        /** Somebody was told. */
        NOTIFICATION
    }
}
