// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import dev.reprise.audit.history.DeadLetterNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.HistoryBuilder;
import dev.reprise.audit.history.Party;
import dev.reprise.audit.history.Place;
import dev.reprise.audit.history.Position;
import dev.reprise.audit.history.Progress;
import dev.reprise.audit.history.Routing;
import dev.reprise.audit.history.Span;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.CloudEventAttributes;
import dev.reprise.schemas.wire.WireMessage;
import dev.reprise.schemas.wire.WireType;

/** Topics in memory, written to by hand; what was written can be taken out or changed, to make a history bad. */
final class Script {
    static final int KAFKA_PARTITIONS = 4;

    private final List<Line> lines = new ArrayList<>();
    private final Map<Place, Long> next = new HashMap<>();
    private final Map<Place, Long> begins = new HashMap<>();
    private final List<DeadLetterNote> letters = new ArrayList<>();
    private final List<Place> missing = new ArrayList<>();
    private final Map<Progress.Seat, Long> positions = new HashMap<>();
    private boolean groups = true;
    private final String prefix;
    private Instant now;

    Script() {
        this("reprise.", Instant.parse("2026-11-29T01:00:00Z"));
    }

    Script(String prefix, Instant begin) {
        this.prefix = prefix;
        now = begin;
    }

    String prefix() {
        return prefix;
    }

    /** A record; without a message it cannot be used. */
    record Line(Position position, Instant at, String key, String id, Optional<Record> message) {}

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    Position write(Topics topic, InstanceId instance, String id, Record message) {
        return write(topic, home(instance), instance.key(), id, message);
    }

    Position write(Topics topic, int kafkaPartition, String key, String id, Record message) {
        Position position = nextPosition(new Place(topic, kafkaPartition));
        lines.add(new Line(position, now, key, id, Optional.of(message)));
        return position;
    }

    Position unusable(Topics topic, int kafkaPartition) {
        Position position = nextPosition(new Place(topic, kafkaPartition));
        lines.add(new Line(position, now, "", "", Optional.empty()));
        return position;
    }

    void deadLetter(Position origin) {
        letters.add(new DeadLetterNote(nextPosition(new Place(Topics.DEAD_LETTERS, 0)), Optional.of(origin)));
    }

    /** The offset that the next record of an instance gets in a topic. */
    long nextOffset(Topics topic, InstanceId instance) {
        return next.getOrDefault(new Place(topic, home(instance)), 0L);
    }

    static int home(InstanceId instance) {
        return Routing.home(instance.key(), KAFKA_PARTITIONS);
    }

    /** As if the record had never been written. */
    Script without(Predicate<Line> gone) {
        lines.removeIf(gone);
        return this;
    }

    Script change(Predicate<Line> these, UnaryOperator<Line> change) {
        lines.replaceAll(line -> these.test(line) ? change.apply(line) : line);
        return this;
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    /** As if retention had taken the records of a topic before a time. */
    void cut(Topics topic, Instant before) {
        for (int i = 0; i < KAFKA_PARTITIONS; i++) {
            Place place = new Place(topic, i);
            long begin = lines.stream().filter(line -> line.position().place().equals(place))
                    .filter(line -> !line.at().isBefore(before)).mapToLong(line -> line.position().offset()).min()
                    .orElse(next.getOrDefault(place, 0L));
            begins.put(place, begin);
            lines.removeIf(line -> line.position().place().equals(place) && line.position().offset() < begin);
        }
    }

    void drop(Topics topic) {
        for (int i = 0; i < KAFKA_PARTITIONS; i++) {
            missing.add(new Place(topic, i));
        }
    }

    /** As if a service had committed another position than the end. */
    void position(Party party, Place place, long offset) {
        positions.put(new Progress.Seat(party, place), offset);
    }

    void withoutGroups() {
        groups = false;
    }

    /** The history as read a while later, all services having come to the end. */
    History history() {
        return history(Duration.ofMinutes(30));
    }

    History history(Duration later) {
        Map<Place, Span> spans = new HashMap<>();
        Map<Progress.Seat, Long> ends = new HashMap<>();
        for (Topics topic : Topics.values()) {
            for (int i = 0; i < KAFKA_PARTITIONS; i++) {
                Place place = new Place(topic, i);
                if (!missing.contains(place)) {
                    long end = next.getOrDefault(place, 0L);
                    spans.put(place, new Span(begins.getOrDefault(place, 0L), end));
                    party(topic).ifPresent(party -> ends.put(new Progress.Seat(party, place), end));
                }
            }
        }
        ends.putAll(positions);
        HistoryBuilder builder = new HistoryBuilder(prefix, now.plus(later), spans);
        lines.forEach(line -> add(builder, line));
        letters.forEach(letter -> builder.deadLetter(letter, now));
        return builder.build(groups ? new Progress(ends, ends) : Progress.UNKNOWN);
    }

    private static void add(HistoryBuilder builder, Line line) {
        if (line.message().isEmpty()) {
            builder.unusable(line.position(), line.at(), "SYNTAX");
            return;
        }
        WireType type = WireType.of(line.message().get());
        builder.add(line.position(), line.at(), line.key(), new WireMessage(
                new CloudEventAttributes(line.id(), "test", type.ceType(), Optional.of(line.at()), Optional.empty()),
                type, line.message().get()));
    }

    private static Optional<Party> party(Topics topic) {
        return switch (topic) {
            case EVENTS, DISPATCHES -> Optional.of(Party.COORDINATOR);
            case COMMANDS -> Optional.of(Party.RUNNER);
            case ALERTS -> Optional.of(Party.NOTIFIER);
            default -> Optional.empty();
        };
    }

    private Position nextPosition(Place place) {
        long offset = next.merge(place, 1L, Long::sum) - 1;
        return new Position(place.topic(), place.kafkaPartition(), offset);
    }
}
