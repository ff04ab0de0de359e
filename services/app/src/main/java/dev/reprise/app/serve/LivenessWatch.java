// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthReport;
import dev.reprise.runtime.health.Probe;

/**
 * Ends a process in which a service has died, so that whoever started it can start it again: better no process than one
 * that looks alive and does nothing.
 */
final class LivenessWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    /** A single bad answer may be a moment of transition. */
    private static final int PATIENCE = 3;

    private final Thread thread;

    private LivenessWatch(Thread thread) {
        this.thread = thread;
    }

    static LivenessWatch start(HealthChecks health, Consumer<String> onFatal) {
        return new LivenessWatch(Thread.ofVirtual().name("liveness").start(() -> watch(health, onFatal)));
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private static void watch(HealthChecks health, Consumer<String> onFatal) {
        try {
            int down = 0;
            while (down < PATIENCE) {
                Thread.sleep(INTERVAL);
                down = health.report(Probe.LIVE).up() ? 0 : down + 1;
            }
            onFatal.accept("a service has died: " + failing(health.report(Probe.LIVE)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The checks that are down, each with its reason. */
    static List<String> failing(HealthReport report) {
        return report.checks().stream().filter(check -> !check.healthy())
                .map(check -> check.name() + " " + check.reason())
                .toList();
    }
}
