// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

import dev.reprise.demo.alert.AlertInbox;
import dev.reprise.demo.client.HeardDecision;
import dev.reprise.demo.client.RepriseClient;
import dev.reprise.demo.client.RepriseUnavailableException;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.instance.InstanceSnapshot;

/** Asks again and again what is new, tells it, and lets others wait for something. Looks on a thread of its own. */
final class InstanceWatch implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final RepriseClient reprise;
    private final AlertInbox inbox;
    private final Narrator narrator;
    private final InstantSource clock;
    private final Map<WarehouseTask, Integer> heard = new EnumMap<>(WarehouseTask.class);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition looked = lock.newCondition();
    private final Thread thread;
    private Board board;
    private boolean quiet;
    private boolean closed;
    private @Nullable RuntimeException fault;

    /** Makes a watch; it looks from {@link #start()} on. */
    InstanceWatch(RepriseClient reprise, AlertInbox inbox, Narrator narrator, InstantSource clock) {
        this.reprise = reprise;
        this.inbox = inbox;
        this.narrator = narrator;
        this.clock = clock;
        this.board = new Board(Map.of(), List.of(), 0, 0, clock.instant());
        this.thread = Thread.ofPlatform().name("demo-watch").daemon().unstarted(this::lookOn);
    }

    /** Begins to look. */
    void start() {
        thread.start();
    }

    /** From now on only counts. */
    void tellNoMore() {
        lock.lock();
        try {
            quiet = true;
        } finally {
            lock.unlock();
        }
    }

    /** What has been seen so far. */
    Board board() {
        lock.lock();
        try {
            return board;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something has been seen.
     *
     * @param atMost how long
     * @return whether it was seen in time
     * @throws RepriseUnavailableException when the server could not be asked
     */
    boolean await(Predicate<Board> seen, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (!seen.test(board)) {
                if (fault != null) {
                    throw new RepriseUnavailableException("the story cannot be followed: " + fault.getMessage(), fault);
                }
                if (left <= 0) {
                    return false;
                }
                left = looked.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing new has been seen for a while. */
    boolean awaitSilence(Duration silence, Duration atMost) throws InterruptedException {
        return await(seen -> seen.newsAt().plus(silence).isBefore(clock.instant()), atMost);
    }

    /** Stops looking. Closing twice does nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            looked.signalAll();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }

    private void lookOn() {
        boolean goOn = true;
        while (goOn) {
            try {
                look();
                goOn = pause();
            } catch (RuntimeException e) {
                // Whatever it is, whoever waits must hear of it, and would otherwise wait in vain.
                goOn = false;
                end(e);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                goOn = false;
            }
        }
    }

    private boolean pause() throws InterruptedException {
        lock.lock();
        try {
            looked.signalAll();
            long left = BETWEEN_LOOKS.toNanos();
            while (!closed && left > 0) {
                left = looked.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void end(RuntimeException cause) {
        lock.lock();
        try {
            // An interrupted question is the end that was asked for.
            fault = closed ? null : cause;
            looked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        Board before = board();
        Map<WarehouseTask, InstanceSnapshot> instances = new EnumMap<>(WarehouseTask.class);
        int decisions = 0;
        int reruns = 0;
        for (InstanceSnapshot snapshot : reprise.instances(StoryJob.NAMESPACE)) {
            WarehouseTask task = WarehouseTask.of(snapshot.job().name());
            instances.put(task, snapshot);
            List<HeardDecision> all = reprise.decisions(snapshot.instance());
            all.stream().skip(heard.getOrDefault(task, 0)).forEach(each -> tell(task, each));
            heard.put(task, all.size());
            decisions += all.size();
            reruns += (int) all.stream().filter(each -> each.kind().equals("rerun")).count();
            tellStatus(task, before.status(task), snapshot);
        }
        List<Alert> told = inbox.told();
        told.stream().skip(before.told().size()).forEach(this::tell);
        boolean news = decisions > before.decisions() || told.size() > before.told().size()
                || !instances.equals(before.instances());
        publish(new Board(instances, told, decisions, reruns,
                news ? clock.instant() : before.newsAt()));
    }

    private void publish(Board next) {
        lock.lock();
        try {
            board = next;
        } finally {
            lock.unlock();
        }
    }

    private void tell(WarehouseTask task, HeardDecision decision) {
        Phrases.of(decision).ifPresent(text -> tell(Voice.REPRISE, task.jobName(), text));
    }

    private void tell(Alert alert) {
        String job = alert.content().job().name();
        tell(Voice.OWNER, job, Phrases.of(alert));
        if (alert instanceof AlertFiring) {
            alert.content().findings().forEach(
                    finding -> tell(Voice.OWNER, job, "reads why: " + LedgerDefinition.shown(finding)));
        }
    }

    private void tellStatus(WarehouseTask task, Optional<InstanceStatus> before, InstanceSnapshot now) {
        if (before.equals(Optional.of(now.status()))) {
            return;
        }
        Optional<String> text = switch (now.status()) {
            case RERUNNING -> Optional.of("its rerun has begun.");
            case SUCCEEDED -> Optional.of("it has succeeded.");
            case IDLE, RUNNING, SETTLING, AWAITING_NATIVE_RETRY, RECONCILING, BACKING_OFF, HELD, AWAITING_APPROVAL,
                    INTENDED,
                    IN_DOUBT, DISPATCHED, CLEARED, CLOSED, GAVE_UP, UNRECOGNISED ->
                Optional.empty();
        };
        text.ifPresent(words -> tell(Voice.REPRISE, task.jobName(), words));
    }

    private void tell(Voice voice, String subject, String text) {
        lock.lock();
        try {
            if (quiet) {
                return;
            }
        } finally {
            lock.unlock();
        }
        narrator.tell(voice, subject, text);
    }
}
