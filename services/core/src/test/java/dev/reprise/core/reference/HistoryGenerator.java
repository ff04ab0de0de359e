// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioEvent;
import dev.reprise.core.simulate.ScenarioPolicy;

/**
 * Histories of the kinds that schedulers produce: some drawn freely, some bred from known cases by losing, repeating,
 * delaying and swapping their events. A function of its seed.
 */
final class HistoryGenerator {
    private static final List<String> TYPES = List.of("STARTED", "STARTED", "STARTED", "STARTED", "SUCCEEDED",
            "SUCCEEDED", "FAILED", "FAILED", "FAILED", "FAILED", "FAILED", "LOST", "LOST", "TIMED_OUT", "HEARTBEAT",
            "HEARTBEAT", "KILLED", "SKIPPED", "UPSTREAM_FAILED", "CLEARED", "OUTPUT_COMMITTED", "RECONCILE",
            "RECONCILE", "RERUN_REQUESTED", "RERUN_REQUESTED", "DEADLINE_REPORT", "DISPATCH_OK", "DISPATCH_OK",
            "DISPATCH_CONFLICT", "DISPATCH_REJECTED", "DISPATCH_TIMEOUT", "DISPATCH_TIMEOUT", "RUNNER_CRASH",
            "MALFORMED", "CLOCK", "COORDINATOR_REPLAY");
    private static final List<Long> STEPS = List.of(0L, 0L, 1L, 5L, 10L, 29L, 30L, 31L, 60L, 61L, 100L, 300L, 700L,
            4000L);
    private static final List<String> JOBS = List.of("etl", "load", "stray");
    private static final List<String> PARTITIONS = List.of("2026-01-01", "2026-01-01T05:00", "2026-01-02");
    private final List<Scenario> known;
    private final SplittableRandom random;
    private final long seed;

    HistoryGenerator(List<Scenario> known, long seed) {
        this.known = known;
        this.seed = seed;
        random = new SplittableRandom(seed);
    }

    Scenario next() {
        return ReferenceDecider.possible(random.nextInt(3) == 0 ? bred() : drawn());
    }

    // ---- drawn freely -------------------------------------------------------------

    private Scenario drawn() {
        int jobs = random.nextInt(4) == 0 ? 3 : 1;
        int partitions = random.nextInt(4) == 0 ? 3 : 1;
        Map<String, ScenarioPolicy> policies = new HashMap<>();
        policies.put(jobs == 3 && random.nextBoolean() ? JOBS.getFirst() : "*", policy());
        if (random.nextInt(4) == 0) {
            policies.put("load", policy());
        }
        List<ScenarioEvent> events = new ArrayList<>();
        List<String> runs = new ArrayList<>(List.of("r1", "r1", "r2"));
        long now = 0;
        int length = 2 + random.nextInt(random.nextBoolean() ? 8 : 22);
        for (int i = 0; i < length; i++) {
            now += any(STEPS);
            String job = JOBS.get(random.nextInt(jobs));
            String partition = PARTITIONS.get(random.nextInt(partitions));
            ScenarioEvent event = event(now, job, partition, runs);
            events.add(event);
            if (event.type().equals("FAILED") || event.type().equals("LOST")
                    || event.type().equals("RERUN_REQUESTED")) {
                // A rerun may answer it, and its run has this name.
                runs.add(rerunOf(event));
                runs.add(rerunOf(event));
            }
            if (random.nextInt(6) == 0) {
                events.add(event);
            }
        }
        return new Scenario("seed " + seed, Optional.empty(), policies, events, random.nextBoolean() ? 0 : 10_000,
                Optional.empty());
    }

    private ScenarioPolicy policy() {
        return new ScenarioPolicy(maybe(3, random.nextInt(3) != 0), maybe(2, random.nextInt(4)),
                maybe(2, 1 + random.nextInt(3)), maybe(3, any(List.of(30L, 60L, 300L))),
                maybe(3, any(List.of(0L, 30L, 60L))), maybe(3, any(List.of(60L, 600L, 7200L))),
                maybe(4, any(List.of(30L, 600L))), maybe(3, any(List.of("KEYED", "OPAQUE"))),
                maybe(4, any(List.of(100L, 86_400L))), maybe(3, any(List.of(60L, 120L))),
                maybe(4, any(List.of(100L, 1000L))), maybe(10, 1 + random.nextInt(3)),
                maybe(3, any(List.of(60L, 300L))), maybe(4, 1 + random.nextInt(4)), maybe(4, any(List.of(60L, 3600L))),
                maybe(5, "day"),
                maybe(12, false));
    }

    private ScenarioEvent event(long now, String job, String partition, List<String> runs) {
        String type = any(TYPES);
        Optional<Long> append = maybe(12, Math.max(0, now - any(List.of(5L, 60L, 5000L))));
        Optional<Long> source = maybe(8, Math.max(0, now + any(List.of(-5000L, -700L, -60L, -5L, 5L, 100L))));
        Optional<String> state = state(type);
        // A source that does not know the state cannot know whether it is the last.
        boolean saysMore = state.isEmpty();
        boolean failure = type.equals("FAILED") || type.equals("LOST") || type.equals("TIMED_OUT");
        String run = any(runs);
        return new ScenarioEvent(now, type, Optional.of(job), Optional.of(partition), Optional.of(run),
                Optional.of(random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1), source, append,
                failure && saysMore ? maybe(4, true) : Optional.empty(),
                failure && saysMore ? maybe(6, random.nextBoolean()) : Optional.empty(),
                failure ? maybe(8, true) : Optional.empty(),
                type.equals("KILLED") ? maybe(2, "user") : Optional.empty(), state,
                type.equals("STARTED") ? maybe(12, any(runs)).filter(name -> !name.equals(run)) : Optional.empty(),
                type.equals("STARTED") ? maybe(8, any(runs)) : Optional.empty(),
                type.equals("STARTED") ? maybe(6, true) : Optional.empty(),
                type.equals("DISPATCH_CONFLICT") ? maybe(2, true) : Optional.empty(),
                type.equals("RUNNER_CRASH") ? maybe(2, true) : Optional.empty(),
                type.equals("RERUN_REQUESTED") ? maybe(3, true) : Optional.empty(),
                type.equals("RERUN_REQUESTED") ? maybe(2, any(List.of("q1", "q2"))) : Optional.empty(),
                failure ? maybe(4, any(List.of("out of memory", "connection reset"))) : Optional.empty());
    }

    private Optional<String> state(String type) {
        return switch (type) {
            case "RECONCILE" -> Optional.of(any(List.of("success", "running", "running", "failed", "gone", "unknown")));
            case "FAILED" -> maybe(20, "unknown");
            default -> Optional.empty();
        };
    }

    private static String rerunOf(ScenarioEvent event) {
        return "rr:%s:%s:%s:%d".formatted(event.job().orElse(""), event.partition().orElse(""), event.run().orElse(""),
                event.attempt().orElse(1));
    }

    // ---- bred from known cases ----------------------------------------------------

    private Scenario bred() {
        Scenario parent = any(known);
        List<ScenarioEvent> events = new ArrayList<>(parent.events());
        for (int change = 1 + random.nextInt(5); change > 0 && !events.isEmpty(); change--) {
            mutate(events);
        }
        events.sort(Comparator.comparingLong(ScenarioEvent::t));
        return new Scenario("seed " + seed + " from " + parent.id(), Optional.empty(), parent.policies(), events,
                random.nextBoolean() ? parent.runOn() : 10_000, Optional.empty());
    }

    private void mutate(List<ScenarioEvent> events) {
        int at = random.nextInt(events.size());
        ScenarioEvent event = events.get(at);
        long other = events.get(random.nextInt(events.size())).t();
        switch (random.nextInt(6)) {
            case 0 -> events.remove(at);
            case 1 -> events.add(at(event, event.t() + any(STEPS)));
            case 2 -> events.set(at, at(event, other));
            case 3 -> events.set(at, at(event, event.t() + any(STEPS)));
            case 4 -> events.set(at, event(event.t(), event.job().orElse("etl"), event.partition().orElse("p"),
                    List.of(event.run().orElse("r1"))));
            default -> events.add(event(other + any(STEPS), event.job().orElse("etl"), event.partition().orElse("p"),
                    List.of(event.run().orElse("r1"), "r1", "r2")));
        }
    }

    /** The same told at another time, by the same source's clock. */
    private static ScenarioEvent at(ScenarioEvent event, long t) {
        return new ScenarioEvent(t, event.type(), event.job(), event.partition(), event.run(), event.attempt(),
                event.eventTime().or(() -> Optional.of(event.t())),
                event.appendTime().map(append -> Math.min(append, t)), event.finalFailure(),
                event.willRetry(), event.partial(), event.by(), event.state(), event.aliasOf(), event.rerunOf(),
                event.correlated(), event.own(), event.beforeIntent(), event.force(), event.request(), event.error());
    }

    // ---- chance -------------------------------------------------------------------

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> Optional<T> maybe(int oneIn, T value) {
        return random.nextInt(oneIn) == 0 ? Optional.of(value) : Optional.empty();
    }
}
