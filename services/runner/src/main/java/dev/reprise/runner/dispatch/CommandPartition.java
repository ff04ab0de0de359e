// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.failpoint.Failpoints;
import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.LedgerEntry;
import dev.reprise.runner.ledger.NextStep;
import dev.reprise.runner.ledger.Scene;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Targets;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * A Kafka partition of commands while this runner owns it: carries out what {@link DispatchRules} says. Its methods are
 * called by one thread; calls come back through a queue. When anything in it throws, the partition is given up.
 */
final class CommandPartition {
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandPartition.class);

    /** Bounds the time between two polls: each may need a transaction. */
    private static final int MOST_TAKEN = 50;
    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    private final Ownership own;
    private final Tools tools;
    private final OffsetWindow window = new OffsetWindow();
    private final Deque<Incoming> waiting = new ArrayDeque<>();
    private final Set<RerunId> cancels = new HashSet<>();
    private final Map<RerunId, Flight> flights = new HashMap<>();
    private final BlockingQueue<CallPool.Finished> finished = new LinkedBlockingQueue<>();
    private int calls;
    private Instant forgotAt = Instant.EPOCH;

    /**
     * What makes this runner the owner.
     *
     * @param writer the fenced writer
     * @param ledger the ledger up to the takeover
     * @param epoch the offset of the takeover
     * @param place where this runner keeps its run directories
     */
    record Ownership(LedgerWriter writer, Ledger ledger, long epoch, String place) {}

    /** What all partitions of a runner share. */
    record Tools(CommandReader reader, DispatchRules rules, DispatchSettings settings, Targets targets, CallPool pool,
            RunnerMetrics metrics, InstantSource clock, Failpoints failpoints) {}

    private sealed interface Incoming {
        ConsumerRecord<byte[], byte[]> record();

        record Readable(ConsumerRecord<byte[], byte[]> record, RunnerCommand command) implements Incoming {}

        record Unreadable(ConsumerRecord<byte[], byte[]> record, DeadLetter letter) implements Incoming {}
    }

    CommandPartition(Ownership own, Tools tools) {
        this.own = own;
        this.tools = tools;
    }

    /** Takes polled records on; a cancel among them already counts for the commands before it. */
    void accept(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                RunnerCommand command = tools.reader().command(record);
                if (command instanceof CancelRerun cancel) {
                    cancels.add(cancel.rerunId());
                }
                waiting.add(new Incoming.Readable(record, command));
            } catch (MalformedMessageException e) {
                waiting.add(new Incoming.Unreadable(record, DeadLetter.of(record, e)));
            }
        }
    }

    /** Does all that can be done now without waiting. */
    void work() {
        for (CallPool.Finished end = finished.poll(); end != null; end = finished.poll()) {
            finish(end);
        }
        goOn();
        for (int taken = 0; taken < MOST_TAKEN && !waiting.isEmpty() && calls < tools.settings().maxCalls()
                && flights.size() < tools.settings().maxOpen(); taken++) {
            take(waiting.remove());
        }
        if (window.isAhead()) {
            own.writer().move(window.position());
            window.committed(window.position());
        }
        Instant now = tools.clock().instant();
        if (now.isAfter(forgotAt.plus(FORGET_EVERY))) {
            own.ledger().forget(now, tools.settings().ledgerHorizon());
            forgotAt = now;
        }
    }

    /** Whether more records may be fetched. */
    boolean isHungry() {
        return waiting.isEmpty();
    }

    boolean isCalling() {
        return calls > 0;
    }

    Ledger ledger() {
        return own.ledger();
    }

    /** When something is to be done without a new record or a finished call. */
    Optional<Instant> nextDue() {
        return flights.values().stream().filter(flight -> flight.dueAt != null).map(flight -> flight.dueAt)
                .min(Instant::compareTo);
    }

    /** Begins nothing new and writes the results of the calls that end in time. The others stay open in the ledger. */
    void drain(Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (calls > 0) {
            CallPool.Finished end = finished.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (end == null) {
                return;
            }
            finish(end);
        }
    }

    /** Gives the fence up; nothing is written any more. */
    void close() {
        own.writer().close();
    }

    private void take(Incoming incoming) {
        long offset = incoming.record().offset();
        window.take(offset);
        switch (incoming) {
            case Incoming.Unreadable(var _, DeadLetter letter) -> {
                window.finish(offset);
                own.writer().putAside(letter, window.position());
                window.committed(window.position());
                tools.metrics().deadLetter(letter);
                LOGGER.atWarn().addKeyValue("topic", letter.record().topic())
                        .addKeyValue("kafkaPartition", letter.record().partition()).addKeyValue("offset", offset)
                        .addKeyValue("cause", letter.cause()).addKeyValue("detail", letter.detail())
                        .log("command cannot be used");
            }
            case Incoming.Readable(var _, RunnerCommand command) -> {
                switch (command) {
                    case StartRerun start -> begin(start, offset);
                    case CancelRerun cancel -> cancel(cancel, offset);
                }
            }
        }
    }

    private void begin(StartRerun start, long offset) {
        Optional<LedgerEntry> entry = own.ledger().find(start.rerunId());
        Target target = tools.targets().of(start.target());
        Flight flight = new Flight(start, offset, target, guarantee(target, entry),
                TargetRequest.of(start, own.epoch()));
        apply(flight, tools.rules().onCommand(entry, start, cancels.contains(start.rerunId()), scene(flight)));
    }

    /** A directory that only the runner before this one had remembers nothing here: its key is no key any more. */
    private DispatchClass guarantee(Target target, Optional<LedgerEntry> entry) {
        return switch (target.reach()) {
            case ANYWHERE -> target.guarantee();
            case SAME_PLACE -> entry.isPresent() && entry.get() instanceof LedgerEntry.Open open
                    && !own.ledger().ownerOf(open.epoch()).map(Owner::placeOf).equals(Optional.of(own.place()))
                            ? new DispatchClass.Opaque()
                            : target.guarantee();
        };
    }

    private void cancel(CancelRerun cancel, long offset) {
        cancels.remove(cancel.rerunId());
        Scene scene = new Scene(own.epoch(), tools.clock().instant(), new DispatchClass.Opaque());
        switch (tools.rules().onCommand(own.ledger().find(cancel.rerunId()), cancel, true, scene)) {
            case NextStep.End end -> {
                window.finish(offset);
                write((RerunDispatch) end.result());
            }
            case NextStep.Skip skip -> {
                window.finish(offset);
                LOGGER.atDebug().addKeyValue("rerunId", cancel.rerunId()).addKeyValue("reason", skip.reason())
                        .log("cancel has no effect");
            }
            case NextStep.Intend _,NextStep.Call _,NextStep.Wait _,NextStep.Doubt _ ->
                throw new IllegalStateException("a cancel of " + cancel.rerunId() + " never begins a call");
        }
    }

    private void goOn() {
        Instant now = tools.clock().instant();
        for (Flight flight : List.copyOf(flights.values())) {
            if (calls >= tools.settings().maxCalls()) {
                return;
            }
            if (flight.dueAt != null && !now.isBefore(flight.dueAt)) {
                apply(flight, tools.rules().beforeCall(open(flight), flight.command, scene(flight)));
            }
        }
    }

    private void finish(CallPool.Finished end) {
        switch (end) {
            case CallPool.Finished.Stopped stopped -> throw stopped.cause();
            case CallPool.Finished.Called(Flight flight, CallOutcome outcome) -> {
                flight.calling = false;
                calls--;
                apply(flight, tools.rules().onOutcome(open(flight), flight.command, outcome, flight.tries,
                        scene(flight)));
            }
        }
    }

    private void apply(Flight flight, NextStep step) {
        flight.dueAt = null;
        switch (step) {
            case NextStep.Skip skip -> {
                window.finish(flight.offset);
                LOGGER.atDebug().addKeyValue("rerunId", flight.command.rerunId()).addKeyValue("reason", skip.reason())
                        .log("command needs nothing");
            }
            case NextStep.Intend _ -> {
                intend(flight);
                apply(flight, tools.rules().beforeCall(open(flight), flight.command, scene(flight)));
            }
            case NextStep.Call _ -> call(flight);
            case NextStep.Wait wait -> {
                flight.dueAt = wait.until();
                tools.metrics().count(flight.kind(), RunnerMetrics.Outcome.NOT_SENT);
            }
            case NextStep.Doubt doubt -> doubt(flight, doubt);
            case NextStep.End end -> end(flight, end.result());
        }
    }

    private void intend(Flight flight) {
        StartRerun start = flight.command;
        tools.failpoints().pass(Failpoint.BEFORE_INTENT);
        write(new DispatchIntent(start.rerunId(), start.job(), start.partition(), start.generation(), own.epoch(),
                tools.clock().instant(), flight.request.hash(), start.notAfter()));
        flights.put(start.rerunId(), flight);
        tools.failpoints().pass(Failpoint.AFTER_INTENT_COMMIT);
    }

    private void call(Flight flight) {
        flight.tries++;
        flight.calling = true;
        calls++;
        tools.pool().call(flight, finished::add);
    }

    private void doubt(Flight flight, NextStep.Doubt doubt) {
        StartRerun start = flight.command;
        write(new DispatchInDoubt(start.rerunId(), start.job(), start.partition(), start.generation(), own.epoch(),
                tools.clock().instant(), doubt.detail(), doubt.nextTryAt()));
        flights.put(start.rerunId(), flight);
        flight.dueAt = doubt.nextTryAt();
        tools.metrics().count(flight.kind(), RunnerMetrics.Outcome.IN_DOUBT);
        LOGGER.atWarn().addKeyValue("rerunId", start.rerunId()).addKeyValue("target", flight.kind())
                .addKeyValue("detail", doubt.detail()).addKeyValue("nextTryAt", doubt.nextTryAt())
                .log("rerun is in doubt and is sent again under its key");
        tools.failpoints().pass(Failpoint.AFTER_DOUBT_COMMIT);
    }

    private void end(Flight flight, DispatchResult result) {
        tools.failpoints().pass(Failpoint.BEFORE_RESULT);
        window.finish(flight.offset);
        flights.remove(flight.command.rerunId());
        write((RerunDispatch) result);
        RunnerMetrics.Outcome outcome = RunnerMetrics.Outcome.of(result);
        tools.metrics().count(flight.kind(), outcome);
        LOGGER.atInfo().addKeyValue("rerunId", result.rerunId()).addKeyValue("jobId", result.job())
                .addKeyValue("partitionKey", result.partition()).addKeyValue("target", flight.kind())
                .addKeyValue("outcome", outcome).addKeyValue("tries", flight.tries).log("dispatch ended");
        tools.failpoints().pass(Failpoint.AFTER_RESULT_COMMIT);
    }

    private void write(RerunDispatch dispatch) {
        long position = window.position();
        long offset = own.writer().write(dispatch, position);
        window.committed(position);
        own.ledger().apply(offset, dispatch);
    }

    private LedgerEntry.Open open(Flight flight) {
        @Nullable
        LedgerEntry entry = own.ledger().find(flight.command.rerunId()).orElse(null);
        if (entry instanceof LedgerEntry.Open open) {
            return open;
        }
        throw new IllegalStateException("rerun " + flight.command.rerunId() + " is on its way, but its ledger entry is "
                + (entry == null ? "absent" : entry));
    }

    private Scene scene(Flight flight) {
        return new Scene(own.epoch(), tools.clock().instant(), flight.guarantee);
    }
}
