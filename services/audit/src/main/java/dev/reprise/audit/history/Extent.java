// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.reprise.schemas.topic.Topics;

/** What was read, and what may no longer have been there to be read. Does not change. */
public final class Extent {
    private final Instant readAt;
    private final Map<Place, Span> spans;
    private final Map<Place, Instant> oldest;
    private final Progress progress;
    private final Map<String, Topics> byName = new HashMap<>();
    private final Map<Topics, Integer> sizes = new EnumMap<>(Topics.class);

    /**
     * Notes what was read.
     *
     * @param prefix the prefix of the topics' names
     * @param readAt when the reading began
     * @param spans what of each Kafka partition was read
     * @param oldest the Kafka time of the oldest record that was still there
     * @param progress how far the services had come
     */
    Extent(String prefix, Instant readAt, Map<Place, Span> spans, Map<Place, Instant> oldest, Progress progress) {
        this.readAt = readAt;
        this.spans = Map.copyOf(spans);
        this.oldest = Map.copyOf(oldest);
        this.progress = progress;
        for (Topics topic : Topics.values()) {
            byName.put(topic.name(prefix), topic);
        }
        spans.keySet().forEach(place -> sizes.merge(place.topic(), 1, Integer::sum));
    }

    /** When the reading began. */
    public Instant readAt() {
        return readAt;
    }

    /** What of each Kafka partition was read. */
    public Map<Place, Span> spans() {
        return spans;
    }

    /** Whether a topic exists. */
    public boolean exists(Topics topic) {
        return sizes.containsKey(topic);
    }

    /** How many Kafka partitions a topic has; 0 where it does not exist. */
    public int kafkaPartitions(Topics topic) {
        return sizes.getOrDefault(topic, 0);
    }

    /** The position that a full topic name and an offset mean, where the name is one of ours. */
    public Optional<Position> position(String name, int kafkaPartition, long offset) {
        return Optional.ofNullable(byName.get(name))
                .map(topic -> new Position(topic, kafkaPartition, offset));
    }

    /** Whether retention has taken the record at a position. */
    public boolean isGone(Position position) {
        Span span = spans.get(position.place());
        return span == null || position.offset() < span.begin();
    }

    /** Whether retention has taken anything from the beginning of a Kafka partition. */
    public boolean isCut(Place place) {
        Span span = spans.get(place);
        return span == null || span.begin() > 0;
    }

    /** Whether a record of that time may have been there and be gone, so that nothing can rest on its absence. */
    public boolean mayBeGone(Place place, Instant at) {
        boolean taken = isCut(place)
                && Optional.ofNullable(oldest.get(place)).map(oldestLeft -> !at.isAfter(oldestLeft.plus(Slack.CLOCKS)))
                        .orElse(true);
        return taken || switch (place.topic().cleanup()) {
            case DELETE -> false;
            case COMPACT, COMPACT_AND_DELETE -> true;
            case COMPACT_AFTER_LAG -> at.isBefore(readAt.minus(place.topic().retention()).plus(Slack.CLOCKS));
        };
    }

    /** Before which offset a service had certainly dealt with everything, where that is known. */
    public OptionalLong dealtWith(Party party, Place place) {
        return progress.before(party, place);
    }

    /** From which offset on nothing can have been dealt with, where that is known. */
    public OptionalLong notYetRead(Party party, Place place) {
        return progress.after(party, place);
    }
}
