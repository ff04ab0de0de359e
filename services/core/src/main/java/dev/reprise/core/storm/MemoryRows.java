// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;

/** Rows in memory, for the simulation and for tests. Two with the same rows are equal. */
public final class MemoryRows implements GroupRows {
    private static final Comparator<Alarm> BY_TIME = Comparator.comparing(Alarm::due).thenComparing(Alarm::kind)
            .thenComparing(Alarm::name);
    private final Map<RerunId, Ask> asks = new HashMap<>();
    private final Map<String, Breaker> breakers = new HashMap<>();
    private final Map<JobId, List<Duration>> durations = new HashMap<>();
    private final Map<Lane, TreeSet<Place>> lanes = new HashMap<>();
    private final TreeSet<Alarm> alarms = new TreeSet<>(BY_TIME);

    /** No rows. */
    public MemoryRows() {}

    /** A copy that goes its own way. */
    public MemoryRows copy() {
        MemoryRows copy = new MemoryRows();
        copy.asks.putAll(asks);
        copy.breakers.putAll(breakers);
        copy.durations.putAll(durations);
        lanes.forEach((lane, places) -> copy.lanes.put(lane, new TreeSet<>(places)));
        copy.alarms.addAll(alarms);
        return copy;
    }

    @Override
    public Optional<Ask> ask(RerunId rerunId) {
        return Optional.ofNullable(asks.get(rerunId));
    }

    @Override
    public void put(Ask ask) {
        asks.put(ask.rerunId(), ask);
    }

    @Override
    public void forget(RerunId rerunId) {
        asks.remove(rerunId);
    }

    @Override
    public Optional<Breaker> breaker(String signature) {
        return Optional.ofNullable(breakers.get(signature));
    }

    @Override
    public void put(Breaker breaker) {
        breakers.put(breaker.signature(), breaker);
    }

    @Override
    public void forget(String signature) {
        breakers.remove(signature);
    }

    @Override
    public List<Duration> durations(JobId job) {
        return durations.getOrDefault(job, List.of());
    }

    @Override
    public void durations(JobId job, List<Duration> latest) {
        durations.put(job, List.copyOf(latest));
    }

    @Override
    public void enter(Lane lane, Place place) {
        lanes.computeIfAbsent(lane, _ -> new TreeSet<>()).add(place);
    }

    @Override
    public void leave(Lane lane, Place place) {
        lanes.computeIfPresent(lane, (_, places) -> {
            places.remove(place);
            return places.isEmpty() ? null : places;
        });
    }

    @Override
    public Optional<Place> first(Lane lane) {
        return Optional.ofNullable(lanes.get(lane)).map(TreeSet::first);
    }

    @Override
    public void set(Alarm alarm) {
        alarms.add(alarm);
    }

    @Override
    public void unset(Alarm alarm) {
        alarms.remove(alarm);
    }

    @Override
    public Optional<Alarm> firstAlarm() {
        return alarms.isEmpty() ? Optional.empty() : Optional.of(alarms.first());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemoryRows rows && asks.equals(rows.asks) && breakers.equals(rows.breakers)
                && durations.equals(rows.durations) && lanes.equals(rows.lanes) && alarms.equals(rows.alarms);
    }

    @Override
    public int hashCode() {
        return asks.hashCode() * 31 + breakers.hashCode();
    }

    @Override
    public String toString() {
        return "MemoryRows[asks=" + asks.values() + ", breakers=" + breakers.values() + ", lanes=" + lanes + "]";
    }
}
