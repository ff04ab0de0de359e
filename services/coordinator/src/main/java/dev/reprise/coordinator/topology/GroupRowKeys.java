// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

import dev.reprise.core.storm.Alarm;
import dev.reprise.core.storm.Lane;
import dev.reprise.core.storm.Place;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;

/**
 * The keys of a group's rows: the group, a table, and a rest that sorts as the table must be read. Texts that are followed
 * by more bear their length in front, so that no key is the beginning of another group's.
 */
final class GroupRowKeys {
    private static final byte ASK = 'A';
    private static final byte BREAKER = 'B';
    private static final byte DURATIONS = 'D';
    private static final byte LANE = 'L';
    private static final byte ALARM = 'T';
    private static final int TIME = Long.BYTES + Integer.BYTES;
    private final byte[] group;

    GroupRowKeys(String group) {
        this.group = text(group);
    }

    Bytes ask(RerunId rerunId) {
        return key(ASK, text(rerunId.value()));
    }

    Bytes breaker(String signature) {
        return key(BREAKER, text(signature));
    }

    Bytes durations(JobId job) {
        return key(DURATIONS, text(job.key()));
    }

    /** What all places of a lane begin with. */
    Bytes lane(Lane lane) {
        return key(LANE, lanePrefix(lane));
    }

    Bytes place(Lane lane, Place place) {
        byte[] prefix = lanePrefix(lane);
        byte[] rerun = text(place.rerunId().value());
        return key(LANE, time(ByteBuffer.allocate(prefix.length + 1 + TIME + Long.BYTES + rerun.length).put(prefix)
                .put((byte) place.rank()), place.deadline()).putLong(place.number()).put(rerun).array());
    }

    Place place(Lane lane, Bytes key) {
        ByteBuffer rest = rest(key).position(header() + lanePrefix(lane).length);
        byte rank = rest.get();
        Instant deadline = time(rest);
        return new Place(rank, deadline, rest.getLong(), new RerunId(text(rest)));
    }

    /** What all alarms of the group begin with. */
    Bytes alarms() {
        return key(ALARM, new byte[0]);
    }

    Bytes alarm(Alarm alarm) {
        byte[] name = text(alarm.name());
        return key(ALARM, time(ByteBuffer.allocate(TIME + 1 + name.length), alarm.due())
                .put((byte) alarm.kind().ordinal()).put(name).array());
    }

    Alarm alarm(Bytes key) {
        ByteBuffer rest = rest(key).position(header());
        Instant due = time(rest);
        Alarm.Kind kind = Alarm.Kind.values()[rest.get()];
        return new Alarm(due, kind, text(rest));
    }

    private static byte[] lanePrefix(Lane lane) {
        byte[] signature = text(lane.signature());
        return ByteBuffer.allocate(1 + Short.BYTES + signature.length).put((byte) lane.kind().ordinal())
                .putShort((short) signature.length).put(signature).array();
    }

    private Bytes key(byte table, byte[] rest) {
        return Bytes.wrap(ByteBuffer.allocate(header() + rest.length).putShort((short) group.length).put(group)
                .put(table).put(rest).array());
    }

    private int header() {
        return Short.BYTES + group.length + 1;
    }

    private static ByteBuffer rest(Bytes key) {
        return ByteBuffer.wrap(key.get());
    }

    /** Bytes compare without a sign: times before 1970 must come first all the same. */
    private static ByteBuffer time(ByteBuffer buffer, Instant time) {
        return buffer.putLong(time.getEpochSecond() ^ Long.MIN_VALUE).putInt(time.getNano());
    }

    private static Instant time(ByteBuffer buffer) {
        long seconds = buffer.getLong() ^ Long.MIN_VALUE;
        return Instant.ofEpochSecond(seconds, buffer.getInt());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuffer rest) {
        return StandardCharsets.UTF_8.decode(rest).toString();
    }
}
