// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;

/**
 * What the state of a Streams application means for each probe. Restoring and rebalancing are signs of life: a restart
 * would only begin them again.
 */
public final class StreamsHealth {

    private StreamsHealth() {}

    /** Adds the three checks of an application under {@code name}. */
    public static void watch(HealthChecks checks, String name, KafkaStreams streams) {
        watch(checks, name, streams::state);
    }

    static void watch(HealthChecks checks, String name, Supplier<KafkaStreams.State> current) {
        AtomicBoolean hasRun = new AtomicBoolean();
        checks.add(Probe.STARTED, name, () -> {
            KafkaStreams.State state = current.get();
            if (state == KafkaStreams.State.RUNNING) {
                hasRun.set(true);
            }
            return hasRun.get() ? HealthState.up("has run") : HealthState.down("has not run yet, is " + state);
        });
        checks.add(Probe.LIVE, name, () -> live(current.get()));
        checks.add(Probe.READY, name, () -> {
            KafkaStreams.State state = current.get();
            return new HealthState(state == KafkaStreams.State.RUNNING, "is " + state);
        });
    }

    private static HealthState live(KafkaStreams.State state) {
        return switch (state) {
            case CREATED, REBALANCING, RUNNING, PENDING_SHUTDOWN -> HealthState.up("is " + state);
            case PENDING_ERROR, ERROR, NOT_RUNNING -> HealthState.down("is " + state);
        };
    }
}
