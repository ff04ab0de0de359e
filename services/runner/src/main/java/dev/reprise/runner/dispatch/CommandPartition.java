// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.ledger.DispatchMachine;
import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Flight;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.NextStep;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.Targets;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * A Kafka partition of commands while this runner owns it: carries out what its {@link DispatchMachine} says. Its methods
 * are called by one thread; calls come back through a queue. When anything in it throws, the partition is given up.
 */
final class CommandPartition {
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandPartition.class);

    /** Bounds the time between two polls: each may be a transaction. */
    private static final int MOST_ACTIONS = 100;
    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    private final LedgerWriter writer;
    private final DispatchMachine machine;
    private final Tools tools;
    private final Map<Long, DeadLetter> unusable = new HashMap<>();
    /** Where in traces the commands stand that are not done with, by their offsets. */
    private final NavigableMap<Long, Traceparent> traceparents = new TreeMap<>();
    private final BlockingQueue<CallPool.Finished> finished = new LinkedBlockingQueue<>();
    private Instant forgotAt = Instant.EPOCH;

    /** What all partitions of a runner share. */
    record Tools(CommandReader reader, DispatchRules rules, DispatchSettings settings, Targets targets, CallPool pool,
            RunnerMetrics metrics, InstantSource clock, Failpoints failpoints, CallTrace trace) {}

    CommandPartition(LedgerWriter writer, DispatchMachine.Ownership own, Tools tools) {
        this.writer = writer;
        this.tools = tools;
        this.machine = new DispatchMachine(own,
                new DispatchMachine.Limits(tools.settings().maxCalls(), tools.settings().maxOpen()), tools.rules(),
                spec -> {
                    Target target = tools.targets().of(spec);
                    return new DispatchMachine.Assurance(target.guarantee(), target.reach());
                });
    }

    /** Takes polled records on. */
    void accept(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                machine.take(record.offset(), tools.reader().command(record));
                TraceHeaders.read(record.headers())
                        .ifPresent(traceparent -> traceparents.put(record.offset(), traceparent));
            } catch (MalformedMessageException e) {
                unusable.put(record.offset(), DeadLetter.of(record, e));
                machine.takeUnusable(record.offset());
            }
        }
    }

    /** Does all that can be done now without waiting. */
    void work() {
        for (CallPool.Finished end = finished.poll(); end != null; end = finished.poll()) {
            finish(end);
        }
        int done = 0;
        for (Optional<Action> action = next(); action.isPresent(); action = next()) {
            carryOut(action.get());
            if (++done == MOST_ACTIONS) {
                break;
            }
        }
        Instant now = now();
        if (now.isAfter(forgotAt.plus(FORGET_EVERY))) {
            machine.forget(now, tools.settings().ledgerHorizon());
            forgotAt = now;
        }
    }

    /** Whether more records may be fetched. */
    boolean isHungry() {
        return machine.isHungry();
    }

    boolean isCalling() {
        return machine.isCalling();
    }

    Ledger ledger() {
        return machine.ledger();
    }

    /** When something is to be done without a new record or a finished call. */
    Optional<Instant> nextDue() {
        return machine.nextDue();
    }

    /** Begins nothing new and writes the results of the calls that end in time. The others stay open in the ledger. */
    void drain(Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (machine.isCalling()) {
            CallPool.Finished end = finished.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (end == null) {
                return;
            }
            finish(end);
            for (Optional<Action.Write> line = machine.nextWrite(); line.isPresent(); line = machine.nextWrite()) {
                write(line.get());
            }
        }
    }

    /** Gives the fence up; nothing is written any more. */
    void close() {
        writer.close();
    }

    private Optional<Action> next() {
        return machine.next(now());
    }

    private void carryOut(Action action) {
        switch (action) {
            case Action.Write write -> write(write);
            case Action.PutAside aside -> putAside(aside);
            case Action.Move move -> {
                writer.move(move.position());
                machine.moved(move.position());
                forgetBelow(move.position());
            }
            case Action.Ask ask -> tools.pool().ask(ask, traceparentOf(ask.flight()), finished::add);
            case Action.Skip skip ->
                LOGGER.atDebug().addKeyValue("rerunId", skip.command().rerunId()).addKeyValue("reason", skip.reason())
                        .log("command needs nothing");
        }
    }

    private void write(Action.Write write) {
        pass(before(write.line()));
        Optional<Traceparent> traceparent = write.flight().flatMap(this::traceparentOf);
        long offset;
        try (Tracing.Within _ = tools.trace().within(traceparent)) {
            offset = writer.write(write.line(), write.position(), traceparent);
        }
        machine.written(offset, now());
        forgetBelow(write.position());
        write.flight().ifPresent(flight -> tell(write.line(), flight));
        pass(after(write.line()));
    }

    private Optional<Traceparent> traceparentOf(Flight flight) {
        return Optional.ofNullable(traceparents.get(flight.offset()));
    }

    /** What lies below a committed position has ended. */
    private void forgetBelow(long position) {
        traceparents.headMap(position).clear();
    }

    private void tell(RerunDispatch line, Flight flight) {
        String kind = Targets.kind(flight.command().target());
        switch (line) {
            case DispatchInDoubt doubt -> {
                tools.metrics().count(kind, RunnerMetrics.Outcome.IN_DOUBT);
                LOGGER.atWarn().addKeyValue("rerunId", line.rerunId()).addKeyValue("target", kind)
                        .addKeyValue("detail", doubt.detail()).addKeyValue("nextTryAt", doubt.nextTryAt())
                        .log("rerun is in doubt and its target is asked again");
            }
            case DispatchResult result -> {
                RunnerMetrics.Outcome outcome = RunnerMetrics.Outcome.of(result);
                tools.metrics().count(kind, outcome);
                LOGGER.atInfo().addKeyValue("rerunId", line.rerunId()).addKeyValue("jobId", line.job())
                        .addKeyValue("partitionKey", line.partition()).addKeyValue("target", kind)
                        .addKeyValue("outcome", outcome).addKeyValue("tries", flight.tries()).log("dispatch ended");
            }
            case DispatchIntent _ -> {
                // The result that follows is worth a line.
            }
        }
    }

    private void putAside(Action.PutAside aside) {
        DeadLetter letter = Optional.ofNullable(unusable.remove(aside.offset())).orElseThrow();
        writer.putAside(letter, aside.position());
        machine.moved(aside.position());
        forgetBelow(aside.position());
        tools.metrics().deadLetter(letter);
        LOGGER.atWarn().addKeyValue("topic", letter.record().topic())
                .addKeyValue("kafkaPartition", letter.record().partition()).addKeyValue("offset", aside.offset())
                .addKeyValue("cause", letter.cause()).addKeyValue("detail", letter.detail())
                .log("command cannot be used");
    }

    private void finish(CallPool.Finished end) {
        switch (end) {
            case CallPool.Finished.Stopped stopped -> throw stopped.cause();
            case CallPool.Finished.Called called -> {
                if (machine.ended(called.flight(), called.outcome(), now()) instanceof NextStep.Wait) {
                    tools.metrics().count(Targets.kind(called.flight().command().target()),
                            RunnerMetrics.Outcome.NOT_SENT);
                }
            }
        }
    }

    private void pass(Optional<Failpoint> point) {
        point.ifPresent(tools.failpoints()::pass);
    }

    private static Optional<Failpoint> before(RerunDispatch line) {
        return switch (line) {
            case DispatchIntent _ -> Optional.of(Failpoint.BEFORE_INTENT);
            case DispatchInDoubt _ -> Optional.empty();
            case DispatchResult _ -> Optional.of(Failpoint.BEFORE_RESULT);
        };
    }

    private static Optional<Failpoint> after(RerunDispatch line) {
        return switch (line) {
            case DispatchIntent _ -> Optional.of(Failpoint.AFTER_INTENT_COMMIT);
            case DispatchInDoubt _ -> Optional.of(Failpoint.AFTER_DOUBT_COMMIT);
            case DispatchResult _ -> Optional.of(Failpoint.AFTER_RESULT_COMMIT);
        };
    }

    private Instant now() {
        return tools.clock().instant();
    }
}
