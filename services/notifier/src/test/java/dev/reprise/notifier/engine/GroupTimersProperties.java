// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** What is remembered of the rows changes nothing but how many of them are read. */
class GroupTimersProperties {
    @Property(tries = 200)
    void shouldFindWhatIsDueAsIfAllRowsWereRead(
            @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 400) Integer> steps,
            @ForAll @IntRange(min = 1, max = 4) int most) {
        KeyValueStore<Bytes, byte[]> store = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("timers"),
                Serdes.Bytes(), Serdes.ByteArray()).withLoggingDisabled().withCachingDisabled().build();
        MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
        store.init(context.getStateStoreContext(), store);
        GroupTimers timers = new GroupTimers(store);
        Map<String, Instant> plain = new HashMap<>();
        Instant now = Instant.EPOCH;
        for (int step : steps) {
            String group = "g" + step % 5;
            Optional<Instant> due = step % 3 == 0
                    ? Optional.empty()
                    : Optional.of(Instant.ofEpochMilli(step / 2));
            timers.move(group, Optional.ofNullable(plain.get(group)), due);
            plain.remove(group);
            due.ifPresent(at -> plain.put(group, at));
            now = now.plusMillis(step % 11);
            assertThat(timers.due(now, most)).as("at %s of %s", now, plain).isEqualTo(due(plain, now, most));
            if (step % 7 == 0) {
                timers = new GroupTimers(store); // another assignment
            }
        }
        store.close();
    }

    private static List<TimerKey> due(Map<String, Instant> plain, Instant now, int most) {
        List<TimerKey> due = new ArrayList<>();
        plain.forEach((group, at) -> {
            if (!at.isAfter(now)) {
                due.add(TimerKey.of(group, at));
            }
        });
        due.sort(Comparator.comparingLong(TimerKey::dueMillis).thenComparing(TimerKey::group));
        return due.stream().limit(most).toList();
    }
}
