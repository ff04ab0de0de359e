// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;

class StreamsHealthTest {

    private final AtomicReference<State> state = new AtomicReference<>(State.CREATED);
    private final HealthChecks checks = new HealthChecks();

    StreamsHealthTest() {
        StreamsHealth.watch(checks, "coordinator", state::get);
    }

    @ParameterizedTest
    @CsvSource({"CREATED,true,false", "REBALANCING,true,false", "RUNNING,true,true", "PENDING_SHUTDOWN,true,false",
        "NOT_RUNNING,false,false", "PENDING_ERROR,false,false", "ERROR,false,false"})
    void shouldMapStates(State now, boolean live, boolean ready) {
        state.set(now);

        assertThat(checks.report(Probe.LIVE).up()).isEqualTo(live);
        assertThat(checks.report(Probe.READY).up()).isEqualTo(ready);
        assertThat(checks.report(Probe.READY).checks().getFirst().reason()).contains(now.name());
    }

    @Test
    void shouldStayStartedOnceItHasRun() {
        assertThat(checks.report(Probe.STARTED).up()).isFalse();
        state.set(State.RUNNING);
        assertThat(checks.report(Probe.STARTED).up()).isTrue();
        state.set(State.REBALANCING);
        assertThat(checks.report(Probe.STARTED).up()).isTrue();
    }
}
