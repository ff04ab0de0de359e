// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.function.Supplier;

import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.Incoming;

/** The meters of the tail; labels are topics and causes, never names of jobs. */
final class TailMeters {

    private final MeterRegistry registry;
    private final Timer commits;

    TailMeters(MeterRegistry registry, Supplier<TailStatus> status) {
        this.registry = registry;
        commits = Timer.builder("rerun.console.commit").description("Time of one transaction of the read model")
                .register(registry);
        Gauge.builder("rerun.console.lag", () -> status.get().lag())
                .description("Records that the read model has still to read").register(registry);
        Gauge.builder("rerun.console.caught.up", () -> status.get().caughtUp() ? 1 : 0)
                .description("1 when the read model has read all that was there").register(registry);
    }

    void committing(Runnable commit) {
        commits.record(commit);
    }

    void applied(List<Incoming> records) {
        for (Incoming record : records) {
            String topic = record.position().topic().suffix();
            registry.counter("rerun.console.records", "topic", topic).increment();
            if (record instanceof Incoming.Unusable(var _, DeadLetter letter)
                    && letter.foundBy().equals("read-model")) {
                registry.counter("rerun.console.unreadable", "topic", topic, "cause", letter.cause()).increment();
            }
        }
    }

    void failed() {
        registry.counter("rerun.console.tail.failures").increment();
    }
}
