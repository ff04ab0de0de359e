// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import tools.jackson.core.type.TypeReference;

import dev.reprise.core.storm.Alarm;
import dev.reprise.core.storm.Ask;
import dev.reprise.core.storm.Breaker;
import dev.reprise.core.storm.GroupRows;
import dev.reprise.core.storm.Lane;
import dev.reprise.core.storm.Place;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The rows of groups in a store. A step that fails half-way leaves half its rows: that never counts, since the
 * transaction which would carry them is aborted with it.
 */
final class StoreRows {
    private static final byte[] PRESENT = new byte[0];
    private static final Type DURATIONS = new TypeReference<List<Duration>>() {
    }.getType();
    private final GroupRowSerde<Ask> asks;
    private final GroupRowSerde<Breaker> breakers;
    private final GroupRowSerde<List<Duration>> durations;

    StoreRows(WireCodec codec) {
        asks = GroupRowSerde.of(codec, Ask.class);
        breakers = GroupRowSerde.of(codec, Breaker.class);
        durations = GroupRowSerde.of(codec, DURATIONS);
    }

    /** The rows of one group. */
    GroupRows of(String group, KeyValueStore<Bytes, byte[]> store) {
        return new Rows(new GroupRowKeys(group), store);
    }

    private final class Rows implements GroupRows {
        private final GroupRowKeys keys;
        private final KeyValueStore<Bytes, byte[]> store;

        Rows(GroupRowKeys keys, KeyValueStore<Bytes, byte[]> store) {
            this.keys = keys;
            this.store = store;
        }

        @Override
        public Optional<Ask> ask(RerunId rerunId) {
            return Optional.ofNullable(store.get(keys.ask(rerunId))).map(asks::read);
        }

        @Override
        public void put(Ask ask) {
            store.put(keys.ask(ask.rerunId()), asks.write(ask));
        }

        @Override
        public void forget(RerunId rerunId) {
            store.delete(keys.ask(rerunId));
        }

        @Override
        public Optional<Breaker> breaker(String signature) {
            return Optional.ofNullable(store.get(keys.breaker(signature))).map(breakers::read);
        }

        @Override
        public void put(Breaker breaker) {
            store.put(keys.breaker(breaker.signature()), breakers.write(breaker));
        }

        @Override
        public void forget(String signature) {
            store.delete(keys.breaker(signature));
        }

        @Override
        public List<Duration> durations(JobId job) {
            return Optional.ofNullable(store.get(keys.durations(job))).map(durations::read).orElse(List.of());
        }

        @Override
        public void durations(JobId job, List<Duration> latest) {
            store.put(keys.durations(job), durations.write(latest));
        }

        @Override
        public void enter(Lane lane, Place place) {
            store.put(keys.place(lane, place), PRESENT);
        }

        @Override
        public void leave(Lane lane, Place place) {
            store.delete(keys.place(lane, place));
        }

        @Override
        public Optional<Place> first(Lane lane) {
            return first(keys.lane(lane), key -> keys.place(lane, key));
        }

        @Override
        public void set(Alarm alarm) {
            store.put(keys.alarm(alarm), PRESENT);
        }

        @Override
        public void unset(Alarm alarm) {
            store.delete(keys.alarm(alarm));
        }

        @Override
        public Optional<Alarm> firstAlarm() {
            return first(keys.alarms(), keys::alarm);
        }

        private <T> Optional<T> first(Bytes prefix, Function<Bytes, T> read) {
            try (KeyValueIterator<Bytes, byte[]> rows = store.prefixScan(prefix, new BytesSerializer())) {
                return rows.hasNext() ? Optional.of(read.apply(rows.next().key)) : Optional.empty();
            }
        }
    }
}
