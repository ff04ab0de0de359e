// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

import dev.reprise.core.instance.InstanceFact;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/** The coordinator's numbers. Labels never carry a job, a partition or a run. Safe for use by many threads. */
public final class CoordinatorMeters {
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final MeterRegistry registry;
    private final Timer latency;
    private final Map<String, Tally.Snapshot> tallies = new ConcurrentHashMap<>();
    private final Map<String, Lag> lags = new ConcurrentHashMap<>();
    private final GroupMeters groups;

    /** Makes all meters at 0, so that the first increase of each is seen. */
    public CoordinatorMeters(MeterRegistry registry) {
        this.registry = registry;
        groups = new GroupMeters(registry);
        latency = Timer.builder("rerun.decision.latency").description("from the append of an event to its decision")
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(5),
                        Duration.ofSeconds(30), Duration.ofSeconds(120))
                .register(registry);
        for (Reason reason : Reason.values()) {
            for (String kind : kindsOf(reason)) {
                decisions(kind, reason);
            }
            if (isRepetition(reason)) {
                deduplicated(reason);
            }
            Gauge.builder("rerun.alerts.active", () -> sum(tally -> tally.alerts().getOrDefault(reason, 0L)))
                    .description("alerts that fire").tag("kind", reason.name()).register(registry);
        }
        for (MalformedMessageException.Kind kind : MalformedMessageException.Kind.values()) {
            deadLetters("events", kind);
            deadLetters("dispatches", kind);
            deadLetters("admissions", kind);
        }
        for (Topics topic : List.of(Topics.EVENTS, Topics.DISPATCHES)) {
            Gauge.builder("rerun.event.time.lag.seconds", () -> lag(topic.suffix()))
                    .description("how long the last record had waited when it was taken in; 0 when nothing comes")
                    .tag("topic", topic.suffix()).register(registry);
        }
        for (FailureClass failureClass : FailureClass.values()) {
            failures(failureClass);
        }
        for (InstanceFact.Forgotten.Extent extent : InstanceFact.Forgotten.Extent.values()) {
            forgotten(extent, 0);
        }
        for (InstanceStatus status : InstanceStatus.values()) {
            Gauge.builder("rerun.instances", () -> count(status)).description("instances by status")
                    .tag("status", status.name()).register(registry);
        }
        Gauge.builder("rerun.in.doubt", () -> count(InstanceStatus.IN_DOUBT))
                .description("reruns of which nobody knows whether the target took them").register(registry);
        Gauge.builder("rerun.approvals.pending", () -> count(InstanceStatus.AWAITING_APPROVAL))
                .description("reruns that wait for a person").register(registry);
        Gauge.builder("rerun.approval.oldest.timestamp.seconds", this::oldestApproval)
                .description("when the oldest open proposal was made, in seconds since 1970; 0 when there is none")
                .register(registry);
    }

    GroupMeters groups() {
        return groups;
    }

    void consumed(String topic, String type, boolean valid) {
        Counter.builder("rerun.events.consumed").tag("topic", topic).tag("type", type)
                .tag("outcome", valid ? "ok" : "invalid").register(registry).increment();
    }

    void decided(Decision decision) {
        decisions(decision.kind(), decision.reason()).increment();
        if (decision instanceof Decision.Suppress suppress && isRepetition(suppress.reason())) {
            deduplicated(suppress.reason()).increment();
        }
    }

    /** A failure that was news; those of class UNKNOWN are the ones that no rule knows. */
    void classified(FailureClass failureClass) {
        failures(failureClass).increment();
    }

    /** An instance at rest was forgotten, or all but its success. */
    void forgotten(InstanceFact.Forgotten.Extent extent) {
        forgotten(extent, 1);
    }

    private void forgotten(InstanceFact.Forgotten.Extent extent, int more) {
        Counter.builder("rerun.instances.forgotten").description("instances at rest that were forgotten")
                .tag("extent", extent.name()).register(registry).increment(more);
    }

    /** How long a record had waited in its topic when it was taken in. */
    void lag(String topic, Duration sinceAppend) {
        lags.put(topic, new Lag(sinceAppend, registry.config().clock().monotonicTime()));
    }

    private double lag(String topic) {
        Lag last = lags.get(topic);
        // Nothing taken in for a while: nothing waits.
        return last == null || registry.config().clock().monotonicTime() - last.at() > QUIET.toNanos()
                ? 0
                : Math.max(0, last.waited().toMillis() / 1000.0);
    }

    private record Lag(Duration waited, long at) {}

    void latency(Duration sinceAppend) {
        latency.record(sinceAppend.isNegative() ? Duration.ZERO : sinceAppend);
    }

    void deadLetter(String topic, MalformedMessageException.Kind kind) {
        deadLetters(topic, kind).increment();
    }

    void tally(String task, Tally.Snapshot snapshot) {
        tallies.put(task, snapshot);
    }

    void forget(String task) {
        tallies.remove(task);
    }

    private static boolean isRepetition(Reason reason) {
        return switch (reason) {
            case DUPLICATE, DUPLICATE_SUCCESS, DUPLICATE_REQUEST, STALE_ATTEMPT, STALE_OR_ALIAS, ALERT_ALREADY_OPEN ->
                true;
            default -> false;
        };
    }

    /** The pairs that dashboards and rules ask for before they have happened. */
    private static Iterable<String> kindsOf(Reason reason) {
        return switch (reason) {
            case FINAL_FAILURE, NATIVE_RETRY_LOST, MANUAL, APPROVED, NEVER_STARTED, UPSTREAM_RECOVERED,
                    UPSTREAM_REWRITTEN ->
                List.of("rerun");
            default -> List.of("alert");
        };
    }

    private Counter decisions(String kind, Reason reason) {
        return Counter.builder("rerun.decisions").description("decisions by kind and reason").tag("decision", kind)
                .tag("reason", reason.name()).register(registry);
    }

    private Counter deduplicated(Reason reason) {
        return Counter.builder("rerun.events.deduplicated").description("events that said nothing new")
                .tag("kind", reason.name()).register(registry);
    }

    private Counter failures(FailureClass failureClass) {
        return Counter.builder("rerun.failures").description("failures by class, each once")
                .tag("class", failureClass.name()).register(registry);
    }

    private Counter deadLetters(String topic, MalformedMessageException.Kind kind) {
        return Counter.builder("rerun.dead.letters").description("records that could not be used").tag("topic", topic)
                .tag("cause", kind.name()).register(registry);
    }

    private long count(InstanceStatus status) {
        return sum(tally -> tally.statuses().getOrDefault(status, 0L));
    }

    private long sum(ToLongFunction<Tally.Snapshot> count) {
        return tallies.values().stream().mapToLong(count).sum();
    }

    private long oldestApproval() {
        return tallies.values().stream().flatMap(tally -> tally.oldestApproval().stream()).min(Instant::compareTo)
                .map(Instant::getEpochSecond).orElse(0L);
    }
}
