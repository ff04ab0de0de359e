// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class StampedStoreTest {

    private static final Instant NOW = Instant.parse("2026-11-28T02:00:00Z");

    private final StampedStore store = new StampedStore(inMemory(), JsonMapper.builder().build());

    private static KeyValueStore<String, byte[]> inMemory() {
        KeyValueStore<String, byte[]> store = Stores
                .keyValueStoreBuilder(Stores.inMemoryKeyValueStore("it"), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled().build();
        store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
        return store;
    }

    @Test
    void shouldComeByEveryKeyHoweverManyStandBeforeIt() {
        for (String key : List.of("a/1", "a/2", "a/3", "a/4", "a/5", "b/1")) {
            store.mark(key, NOW);
        }
        StampedStore.Walk walk = store.walk("a/");
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            walk.some(2).forEach(entry -> seen.add(entry.key()));
        }

        assertThat(seen).containsExactly("a/1", "a/2", "a/3", "a/4", "a/5", "a/1", "a/2");
    }

    @Test
    void shouldGoOnWhereItStoodWhenThatKeyIsGone() {
        store.mark("a/1", NOW);
        store.mark("a/2", NOW);
        StampedStore.Walk walk = store.walk();
        walk.some(1);
        store.delete("a/1");

        assertThat(walk.some(1)).containsExactly(new StampedStore.Entry("a/2", NOW));
    }

    @Test
    void shouldComeByNothingWhereThereIsNothing() {
        StampedStore.Walk walk = store.walk("a/");

        assertThat(walk.some(3)).isEmpty();
        assertThat(walk.some(3)).isEmpty();
    }

    @Test
    void shouldTellTheFirstMark() {
        assertThat(store.markFirst("seen/x", NOW)).isTrue();
        assertThat(store.markFirst("seen/x", NOW.plusSeconds(1))).isFalse();
    }

    @Test
    void shouldReadWhatWasWritten() {
        store.write("told/x", "text", NOW);

        assertThat(store.read("told/x", String.class)).contains("text");
        assertThat(store.read("told/y", String.class)).isEmpty();
    }
}
