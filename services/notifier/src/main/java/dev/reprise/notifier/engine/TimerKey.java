// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

/**
 * The key of a timer row: due time, then the group, so that a range scan finds what is due first.
 *
 * @param group whose timer
 * @param dueMillis when it is due
 */
record TimerKey(String group, long dueMillis) {
    /** The first whole millisecond that is not before the moment: a timer is never early. */
    static TimerKey of(String group, Instant due) {
        long millis = due.toEpochMilli();
        return new TimerKey(group, Instant.ofEpochMilli(millis).isBefore(due) ? millis + 1 : millis);
    }

    Bytes bytes() {
        byte[] name = group.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + name.length).putLong(dueMillis).put(name).array());
    }

    /** A key below all that are due then or later. */
    static Bytes from(long dueMillis) {
        return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(dueMillis).array());
    }

    static TimerKey read(Bytes bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.get());
        long due = buffer.getLong();
        return new TimerKey(StandardCharsets.UTF_8.decode(buffer).toString(), due);
    }
}
