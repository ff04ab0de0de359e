// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.ledger.Flight;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Targets;
import dev.reprise.runtime.failpoint.FailpointException;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.job.TargetSpec;

/** Asks targets, each on a virtual thread of its own, so that a slow one stops nobody. */
final class CallPool implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(CallPool.class);

    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("reprise-call-", 0).factory());
    private final Targets targets;
    private final RunnerMetrics metrics;
    private final Failpoints failpoints;
    private final CallTrace trace;

    /** What a call came to, for the thread that owns the flight. */
    sealed interface Finished {
        /** The call ended. */
        record Called(Flight flight, Outcome outcome) implements Finished {}

        /** A test stopped the runner here. */
        record Stopped(FailpointException cause) implements Finished {}
    }

    CallPool(Targets targets, RunnerMetrics metrics, Failpoints failpoints, CallTrace trace) {
        this.trace = trace;
        this.targets = targets;
        this.metrics = metrics;
        this.failpoints = failpoints;
    }

    /**
     * Asks.
     *
     * @param decided where in a trace the decision stands that is carried out
     */
    void ask(Action.Ask ask, Optional<Traceparent> decided, Consumer<Finished> whenDone) {
        threads.execute(() -> whenDone.accept(run(ask, decided)));
    }

    private Finished run(Action.Ask ask, Optional<Traceparent> decided) {
        try (TracedWork work = trace.begin(ask, decided); Tracing.Within _ = trace.within(work)) {
            Finished end = run(ask.flight(), ask.question(), ask.request().at(work.traceparent()));
            trace.note(work, end);
            return end;
        }
    }

    private Finished run(Flight flight, Action.Question question, TargetRequest request) {
        long began = System.nanoTime();
        TargetSpec spec = flight.command().target();
        try {
            failpoints.pass(before(question));
            Target target = targets.of(spec);
            Outcome outcome = switch (question) {
                case CALL -> target.call(request);
                case FENCE -> target.fence(request);
                case QUERY -> target.query(request);
            };
            failpoints.pass(after(question));
            return new Finished.Called(flight, outcome);
        } catch (FailpointException e) {
            return new Finished.Stopped(e);
        } catch (RuntimeException | Error e) {
            // A fault of ours in a target: whether it had sent anything is not known, so it is a doubt and no crash. An error
            // counts as well: without an end its dispatch would never be heard of again.
            LOGGER.atError().setCause(e).addKeyValue("rerunId", flight.command().rerunId())
                    .addKeyValue("target", Targets.kind(spec)).log("target failed");
            return new Finished.Called(flight, question.unknown(
                    "the runner failed in the call: " + e.getClass().getSimpleName()));
        } finally {
            metrics.called(Targets.kind(spec), Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private static Failpoint before(Action.Question question) {
        return switch (question) {
            case CALL -> Failpoint.BEFORE_CALL;
            case FENCE -> Failpoint.BEFORE_FENCE;
            case QUERY -> Failpoint.BEFORE_QUERY;
        };
    }

    private static Failpoint after(Action.Question question) {
        return switch (question) {
            case CALL -> Failpoint.AFTER_CALL;
            case FENCE -> Failpoint.AFTER_FENCE;
            case QUERY -> Failpoint.AFTER_QUERY;
        };
    }

    /** Stops without waiting: what is under way is in doubt, and the ledger says so. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
