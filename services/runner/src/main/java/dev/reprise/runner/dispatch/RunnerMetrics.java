// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.wire.MalformedMessageException;

/** What the runner counts. Every counter exists at zero from the start, so that a first increase is seen as one. */
public final class RunnerMetrics {
    private static final List<String> TARGETS = List.of("process", "http");

    private final MeterRegistry registry;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger inDoubt = new AtomicInteger();

    /** What a dispatch came to, as a label. */
    enum Outcome {
        ACCEPTED, ADOPTED, REJECTED, CONFLICT, EXPIRED, CANCELLED, PARKED, IN_DOUBT, NOT_SENT;

        /** The label of a result. */
        static Outcome of(DispatchResult result) {
            return switch (result) {
                case DispatchAccepted accepted -> accepted.adopted() ? ADOPTED : ACCEPTED;
                case DispatchRejected rejected -> rejected.conflict() ? CONFLICT : REJECTED;
                case DispatchCancelled _ -> CANCELLED;
                case DispatchExpired _ -> EXPIRED;
                case DispatchParked _ -> PARKED;
            };
        }

        /** Whether the target did not do what it was asked, or nobody knows. */
        boolean isError() {
            return switch (this) {
                case REJECTED, CONFLICT, PARKED, IN_DOUBT, NOT_SENT -> true;
                case ACCEPTED, ADOPTED, EXPIRED, CANCELLED -> false;
            };
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Registers all of them. */
    public RunnerMetrics(MeterRegistry registry, TopicNames topics) {
        this.registry = registry;
        for (String target : TARGETS) {
            for (Outcome outcome : Outcome.values()) {
                triggers(target, outcome);
                if (outcome.isError()) {
                    errors(target, outcome);
                }
            }
            duration(target);
        }
        for (String topic : List.of(topics.commands(), topics.dispatches())) {
            for (MalformedMessageException.Kind cause : MalformedMessageException.Kind.values()) {
                deadLetters(topic, cause);
            }
        }
        registry.gauge("rerun.intents.open", open);
        registry.gauge("rerun.dispatches.in.doubt", inDoubt);
    }

    void count(String target, Outcome outcome) {
        triggers(target, outcome).increment();
        if (outcome.isError()) {
            errors(target, outcome).increment();
        }
    }

    void called(String target, Duration took) {
        duration(target).record(took);
    }

    void deadLetter(DeadLetter letter) {
        deadLetters(letter.record().topic(), letter.cause()).increment();
    }

    void open(int intents, int doubts) {
        open.set(intents);
        inDoubt.set(doubts);
    }

    /** How many dispatches of the owned Kafka partitions have no result. */
    public int open() {
        return open.get();
    }

    /** How many of those are in doubt. */
    public int inDoubt() {
        return inDoubt.get();
    }

    private Counter triggers(String target, Outcome outcome) {
        return Counter.builder("rerun.triggers").description("What dispatches of reruns came to")
                .tag("target", target).tag("outcome", outcome.label()).register(registry);
    }

    private Counter errors(String target, Outcome outcome) {
        return Counter.builder("rerun.trigger.errors")
                .description("Dispatches that did not lead to a run, or of which nobody knows").tag("target", target)
                .tag("outcome", outcome.label()).register(registry);
    }

    private Timer duration(String target) {
        return Timer.builder("rerun.trigger.duration").description("How long calls of targets took")
                .publishPercentileHistogram().minimumExpectedValue(Duration.ofMillis(5))
                .maximumExpectedValue(Duration.ofMinutes(1)).tag("target", target).register(registry);
    }

    private Counter deadLetters(String topic, MalformedMessageException.Kind cause) {
        return Counter.builder("rerun.dead.letters").description("Records that could not be used")
                .tag("topic", topic).tag("cause", cause.name()).register(registry);
    }
}
