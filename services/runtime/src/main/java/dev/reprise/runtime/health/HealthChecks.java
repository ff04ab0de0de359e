// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Response;

/**
 * The health of a process, as checks by name for each {@link Probe}, served on {@code /healthz/started},
 * {@code /healthz/live} and {@code /healthz/ready} with status 200 or 503. Safe for use by many threads; a probe without a
 * check is up.
 */
public final class HealthChecks {

    private final Map<Probe, Map<String, HealthCheck>> checks = Map.of(Probe.STARTED, new ConcurrentSkipListMap<>(),
            Probe.LIVE, new ConcurrentSkipListMap<>(), Probe.READY, new ConcurrentSkipListMap<>());

    /**
     * Adds a check.
     *
     * @throws IllegalArgumentException if the probe has one of that name
     */
    public void add(Probe probe, String name, HealthCheck check) {
        if (of(probe).putIfAbsent(name, check) != null) {
            throw new IllegalArgumentException("there is already a check " + name + " for " + probe);
        }
    }

    /** Asks every check of a probe. */
    public HealthReport report(Probe probe) {
        return HealthReport
                .of(of(probe).entrySet().stream().map(entry -> ask(entry.getKey(), entry.getValue())).toList());
    }

    /** The three endpoints, open to anyone. */
    public HttpRoutes routes() {
        return routes -> List.of(Probe.values())
                .forEach(probe -> routes.get("/healthz/" + probe.name().toLowerCase(Locale.ROOT),
                        Access.OPEN, request -> {
                            HealthReport report = report(probe);
                            return Response.json(report.up() ? 200 : 503, report);
                        }));
    }

    private Map<String, HealthCheck> of(Probe probe) {
        Map<String, HealthCheck> result = checks.get(probe);
        if (result == null) {
            throw new IllegalStateException("every probe has its checks");
        }
        return result;
    }

    private static HealthReport.NamedState ask(String name, HealthCheck check) {
        try {
            HealthState state = check.check();
            return new HealthReport.NamedState(name, state.healthy(), state.reason());
        } catch (RuntimeException e) { // a check that fails is an answer too
            return new HealthReport.NamedState(name, false, "the check failed: " + e.getClass().getSimpleName());
        }
    }
}
