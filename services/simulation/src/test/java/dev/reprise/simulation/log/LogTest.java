// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTest {
    private final Log log = new Log(() -> Instant.EPOCH);

    @Test
    void shouldShowNothingBehindAnOpenTransaction() {
        Log.Producer producer = log.producer("one");
        log.append(Topic.EVENTS, "a");
        producer.send(Topic.EVENTS, "b");
        log.append(Topic.EVENTS, "c");
        assertThat(all(Topic.EVENTS)).containsExactly("a");
        producer.commit();
        assertThat(all(Topic.EVENTS)).containsExactly("a", "b", "c");
    }

    @Test
    void shouldDropWhatTheOwnerBeforeHadOpen() {
        Log.Producer first = log.producer("one");
        first.send(Topic.EVENTS, "a");
        Log.Producer second = log.producer("one");
        assertThatExceptionOfType(FencedException.class).isThrownBy(first::commit);
        second.send(Topic.EVENTS, "b");
        second.commit();
        assertThat(all(Topic.EVENTS)).containsExactly("b");
    }

    @Test
    void shouldRefuseAMemberOfAnOldGeneration() {
        int old = log.rebalance();
        log.rebalance();
        Log.Producer producer = log.producer("one");
        producer.send(Topic.DISPATCHES, "a");
        assertThatExceptionOfType(FencedException.class).isThrownBy(() -> producer.commit(old, 5));
        assertThat(all(Topic.DISPATCHES)).isEmpty();
        assertThat(log.position()).isZero();
    }

    @Test
    void shouldKeepTheNewestOfEachKey() {
        for (String value : List.of("a1", "b1", "a2", "a3")) {
            log.append(Topic.DISPATCHES, value);
        }
        log.compact(Topic.DISPATCHES, 3, value -> value.toString().charAt(0));
        assertThat(all(Topic.DISPATCHES)).containsExactly("b1", "a3");
    }

    private List<Object> all(Topic topic) {
        List<Object> values = new ArrayList<>();
        for (Log.Read read = log.read(topic, 0); read.entry().isPresent(); read = log.read(topic, read.next())) {
            values.add(read.entry().get().value());
        }
        return values;
    }
}
