// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

import dev.reprise.app.exec.Delivery.Outcome;
import dev.reprise.app.exec.RunEvents.Event;

/**
 * Tells the story of one run on a thread of its own, so that the command never waits for the network. What cannot be sent
 * is kept in the spool, and one line says so; what an earlier run has left there is sent first.
 */
final class RunReporter implements AutoCloseable {

    private static final int BATCH = 100;

    private final ObservedRun observed;
    private final Supplier<Delivery> connect;
    private final Spool spool;
    private final Duration heartbeat;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("reporter").unstarted(this::run);
    private boolean warned;

    private sealed interface Step {
        record Started(Instant at) implements Step {}

        record Committed(Instant at, boolean permitted) implements Step {}

        record Ended(Instant at, CommandEnd end) implements Step {}
    }

    /**
     * Makes a reporter that is not started yet.
     *
     * @param connect makes the way to the server; called on the reporter's own thread
     * @param heartbeat time between two signs of life
     * @param warnings takes single lines for the person at the terminal, at most one about the server
     */
    RunReporter(ObservedRun observed, Supplier<Delivery> connect, Spool spool, Duration heartbeat, InstantSource clock,
            Consumer<String> warnings) {
        this.observed = observed;
        this.connect = connect;
        this.spool = spool;
        this.heartbeat = heartbeat;
        this.clock = clock;
        this.warnings = warnings;
    }

    void started(Instant at) {
        steps.add(new Step.Started(at));
        thread.start();
    }

    /** Tells that the output is visible. */
    void committed(Instant at, boolean permitted) {
        steps.add(new Step.Committed(at, permitted));
    }

    /** Tells the end and waits until it is sent or kept, at most {@code patience}; of a command that never began as well. */
    void ended(Instant at, CommandEnd end, Duration patience) throws InterruptedException {
        steps.add(new Step.Ended(at, end));
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        if (!thread.join(patience)) {
            new RunEvents(observed).ended(at, end).ifPresent(this::keep);
            warnOnce("the server has not answered in time");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        RunEvents events = new RunEvents(observed);
        Delivery delivery = connect.get();
        try {
            sendKept(delivery);
            for (boolean ended = false; !ended;) {
                @Nullable
                Step step = steps.poll(heartbeat.toMillis(), TimeUnit.MILLISECONDS);
                switch (step) {
                    case null -> beat(delivery, events.heartbeat(clock.instant()));
                    case Step.Started started -> tell(delivery, events.started(started.at()));
                    case Step.Committed committed -> tell(delivery,
                            events.committed(committed.at(), committed.permitted()));
                    case Step.Ended last -> {
                        // The story is told in order: what was kept goes before the end, where it goes at all.
                        sendKept(delivery);
                        events.ended(last.at(), last.end()).ifPresent(event -> tell(delivery, event));
                        ended = true;
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A sign of life is of use only now: it is never kept. */
    private void beat(Delivery delivery, Event event) {
        if (delivery.send(List.of(event.json())) instanceof Outcome.Unavailable away) {
            warnOnce(away.detail());
        }
    }

    private void tell(Delivery delivery, Event event) {
        switch (delivery.send(List.of(event.json()))) {
            case Outcome.Sent _ -> {}
            case Outcome.Refused refused ->
                warnings.accept("event " + event.id() + " was refused: " + refused.detail());
            case Outcome.Unavailable away -> {
                keep(event);
                warnOnce(away.detail());
            }
        }
    }

    private void keep(Event event) {
        try {
            spool.add(event, clock.millis());
        } catch (UncheckedIOException e) {
            warnings.accept(reason(e) + "; the event is lost");
        }
    }

    private synchronized void warnOnce(String detail) {
        if (!warned) {
            warned = true;
            warnings.accept(detail + "; events are kept in " + spool.directory() + " and sent by the next exec");
        }
    }

    private void sendKept(Delivery delivery) {
        try {
            for (List<Spool.Kept> batch = spool.oldest(BATCH); !batch.isEmpty(); batch = spool.oldest(BATCH)) {
                switch (delivery.send(batch.stream().map(Spool.Kept::json).toList())) {
                    case Outcome.Sent _ -> batch.forEach(spool::remove);
                    case Outcome.Refused _ -> {
                        if (!sendEach(delivery, batch)) {
                            return;
                        }
                    }
                    case Outcome.Unavailable _ -> {
                        return;
                    }
                }
            }
        } catch (UncheckedIOException e) {
            warnings.accept(reason(e));
        }
    }

    /** A batch is taken whole or not at all: one by one, so that a bad one does not keep the good ones for ever. */
    private boolean sendEach(Delivery delivery, List<Spool.Kept> batch) {
        for (Spool.Kept kept : batch) {
            Outcome outcome = delivery.send(List.of(kept.json()));
            if (outcome instanceof Outcome.Unavailable) {
                return false;
            }
            if (outcome instanceof Outcome.Refused refused) {
                warnings.accept("a kept event was refused and is dropped: " + refused.detail());
            }
            spool.remove(kept);
        }
        return true;
    }

    private static String reason(UncheckedIOException fault) {
        return fault.getCause() == null
                ? String.valueOf(fault.getMessage())
                : fault.getMessage() + ": " + fault.getCause().getMessage();
    }
}
