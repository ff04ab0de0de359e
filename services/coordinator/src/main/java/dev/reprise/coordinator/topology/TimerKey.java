// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

import dev.reprise.core.instance.Timers;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.id.InstanceId;

/**
 * The key of a timer row: due time, purpose, instance, so that a range scan finds what is due first. What may be forgotten is a
 * range of its own, behind all others: it goes by another clock, and millions of it must not stand before what is urgent.
 *
 * @param instance whose timer
 * @param timer due time and purpose
 */
record TimerKey(InstanceId instance, Timers.Timer timer) {
    private static final int PREFIX = Long.BYTES + 1;
    /** Times are not negative, so that this bit is free; rows are ordered as if their keys had no sign. */
    private static final long FORGETTING = Long.MIN_VALUE;

    Bytes bytes() {
        byte[] key = instance.key().getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(PREFIX + key.length)
                .putLong(timer.due().toEpochMilli() | (timer.purpose() == WaitPurpose.FORGETTING ? FORGETTING : 0))
                .put((byte) timer.purpose().ordinal()).put(key).array());
    }

    static TimerKey read(Bytes bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.get());
        Instant due = Instant.ofEpochMilli(buffer.getLong() & ~FORGETTING);
        WaitPurpose purpose = WaitPurpose.values()[buffer.get()];
        String key = StandardCharsets.UTF_8.decode(buffer).toString();
        return new TimerKey(InstanceId.parse(key), new Timers.Timer(purpose, due));
    }

    /** The lowest key. */
    static Bytes first() {
        return Bytes.wrap(new byte[PREFIX]);
    }

    /** The lowest key of what may be forgotten. */
    static Bytes firstForgetting() {
        return Bytes.wrap(ByteBuffer.allocate(PREFIX).putLong(FORGETTING).array());
    }

    /** A key above all that may be forgotten at a moment. */
    static Bytes afterForgetting(long millis) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong((millis + 1) | FORGETTING).array());
    }

    /** A key above all that are due at a moment. */
    static Bytes after(long millis) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(millis + 1).array());
    }
}
