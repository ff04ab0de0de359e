// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import dev.reprise.core.storm.Alarm;
import dev.reprise.core.storm.Lane;
import dev.reprise.core.storm.Place;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

final class GroupRowKeysTest {
    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00.123456789Z");
    private final GroupRowKeys keys = new GroupRowKeys("лаборатория/etl");
    private final Lane lane = new Lane(Lane.Kind.BREAKER, "connection refused: хост");

    @Test
    void shouldSortPlacesAsTheCoreDoes() {
        List<Place> places = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            Instant deadline = number % 4 == 0
                    ? Place.NO_DEADLINE
                    : NOW.minusSeconds(86_400L * 365 * 80 * (number % 3))
                            .plusNanos(number % 5);
            places.add(new Place(number % 2, deadline, number, rerun(number)));
        }
        Collections.shuffle(places, new Random(7));

        List<Place> byKey = places.stream().map(place -> keys.place(lane, place)).sorted()
                .map(key -> keys.place(lane, key)).toList();

        assertThat(byKey).isEqualTo(places.stream().sorted().toList());
    }

    @Test
    void shouldSortAlarmsByTimeAndReadThemBack() {
        List<Alarm> alarms = List.of(new Alarm(NOW, Alarm.Kind.ASK, rerun(1).value()),
                new Alarm(NOW.plusNanos(1), Alarm.Kind.BREAKER, ""),
                new Alarm(NOW.plusSeconds(1), Alarm.Kind.BREAKER, "диск"));

        assertThat(alarms.reversed().stream().map(keys::alarm).sorted().map(keys::alarm)).isEqualTo(alarms);
    }

    @Test
    void shouldNeverReachIntoAnotherGroup() {
        Bytes mine = new GroupRowKeys("a").alarms();
        Bytes other = new GroupRowKeys("aT").alarm(new Alarm(NOW, Alarm.Kind.BREAKER, ""));

        assertThat(startsWith(other.get(), mine.get())).isFalse();
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length
                && Bytes.wrap(Arrays.copyOf(key, prefix.length)).equals(Bytes.wrap(prefix));
    }

    private static RerunId rerun(int number) {
        return RerunId.ofRequest(InstanceId.parse("warehouse/job/" + number), "rerun");
    }
}
