// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.target.Redaction;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.event.RunEvent;

/**
 * Watches the runs of one place and tells what becomes of them: start, signs of life, and exactly one end, told until it
 * is acknowledged. All it knows is on disk, so that a new one carries on where a dead one stopped; what was told twice
 * has the same id and the same content. One thread; one supervisor per place.
 */
public final class ProcessSupervisor implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(ProcessSupervisor.class);
    private static final Duration ACKNOWLEDGE = Duration.ofSeconds(30);
    private static final Duration CLEAN_UP = Duration.ofDays(1);

    private final RunDirectories directories;
    private final ProcessSettings settings;
    private final Secrets secrets;
    private final InstantSource clock;
    private final RunReports reports;
    private final Failpoints failpoints;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<Path> done = new HashSet<>();
    private final Set<Path> suspects = new HashSet<>();
    private final Map<Path, Instant> lastHeartbeats = new HashMap<>();
    private volatile @Nullable Thread thread;
    private @Nullable Instant cleanedAt;

    /** Makes one; nothing happens before {@link #start()}. */
    public ProcessSupervisor(RunDirectories directories, ProcessSettings settings, Secrets secrets, InstantSource clock,
            RunReports reports, Failpoints failpoints) {
        this.directories = directories;
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        this.reports = reports;
        this.failpoints = failpoints;
    }

    /** Begins to watch, on a thread of its own. */
    public void start() {
        thread = Thread.ofPlatform().name("reprise-supervisor").daemon().start(this::run);
    }

    /** Stops watching; the processes go on and are found again by the next supervisor. */
    @Override
    public void close() {
        closing.countDown();
        Thread running = thread;
        if (running != null) {
            try {
                running.join(ACKNOWLEDGE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        try {
            do {
                try {
                    look();
                } catch (RuntimeException e) {
                    // A full or vanished disk, or a fault of ours: all that is known is on disk, so that nothing is lost
                    // by looking again, and a runner that no longer watches its processes would lose their ends.
                    LOGGER.atError().setCause(e).log("runs could not be looked at and are looked at again");
                }
            } while (!closing.await(settings.check().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether processes are watched; for any thread. */
    public boolean isWatching() {
        Thread running = thread;
        return running != null && running.isAlive();
    }

    /** One look at every run that has not been reported. */
    void look() throws InterruptedException {
        cleanUp();
        List<Told> told = new ArrayList<>();
        for (RunDirectory run : directories.all()) {
            if (done.contains(run.path())) {
                continue;
            }
            try {
                look(run, told);
            } catch (RuntimeException e) {
                // One directory that cannot be read must not hide the others.
                LOGGER.atError().setCause(e).addKeyValue("directory", run.path())
                        .log("run could not be looked at and is looked at again");
            }
        }
        long deadline = System.nanoTime() + ACKNOWLEDGE.toNanos();
        for (Told one : told) {
            awaitAcknowledgement(one, deadline);
        }
    }

    private void look(RunDirectory run, List<Told> told) {
        if (run.when(RunDirectory.Mark.REPORTED).isPresent()) {
            done.add(run.path());
            return;
        }
        Optional<RunRequest> request = run.request();
        if (request.isPresent()) {
            look(run, request.get(), told);
        } else {
            done.add(run.path());
            LOGGER.atError().addKeyValue("directory", run.path()).log("run directory has no readable request");
        }
    }

    /** An event that was sent, and the mark to make when it is acknowledged. */
    private record Told(RunDirectory run, RunDirectory.Mark mark, CompletableFuture<Void> acknowledged) {}

    private void look(RunDirectory run, RunRequest request, List<Told> told) {
        Optional<Claim> claim = run.claim();
        if (claim.isEmpty()) {
            if (clock.instant().isAfter(request.at().plus(settings.claimGrace())) && run.claimForRunner()) {
                LOGGER.atWarn().addKeyValue("rerunId", request.rerunId()).log("run was never claimed and is closed");
            }
            return;
        }
        switch (claim.get()) {
            case Claim.ByRunner closed -> end(run, request, "never", events(request).neverClaimed(closed.at()), told);
            case Claim.ByProcess running -> look(run, request, running, told);
        }
    }

    private void look(RunDirectory run, RunRequest request, Claim.ByProcess claim, List<Told> told) {
        // First alive, then exit: a wrapper that is gone writes no exit after it was looked for.
        boolean alive = claim.process().isAlive();
        Optional<RunExit> exit = run.exit();
        if (run.when(RunDirectory.Mark.STARTED_TOLD).isEmpty() && exit.map(RunExit::began).orElse(true)) {
            RunEvent started = events(request).started(claim.at());
            told.add(new Told(run, RunDirectory.Mark.STARTED_TOLD, tell(request, "started", started)));
        }
        Optional<Instant> timedOutAt = run.when(RunDirectory.Mark.TIMED_OUT);
        if (exit.isPresent()) {
            end(run, request, "ended", events(request).exited(exit.get(), timedOutAt.isPresent(), output(run)), told);
        } else if (alive) {
            watch(run, request, claim, timedOutAt);
        } else if (timedOutAt.isPresent()) {
            end(run, request, "ended", events(request).timedOut(timedOutAt.get(), Optional.empty(), output(run)), told);
        } else if (suspects.add(run.path())) {
            LOGGER.atDebug().addKeyValue("rerunId", request.rerunId()).log("process seems to be gone");
        } else {
            // Seen twice: a process that was born while the others were listed can be missed once.
            run.mark(RunDirectory.Mark.LOST);
            Instant lostAt = run.when(RunDirectory.Mark.LOST).orElseGet(clock::instant);
            end(run, request, "ended", events(request).lost(lostAt, output(run)), told);
        }
    }

    private void watch(RunDirectory run, RunRequest request, Claim.ByProcess claim, Optional<Instant> timedOutAt) {
        Instant now = clock.instant();
        run.boundOutput(settings.keepOutput().bytes());
        suspects.remove(run.path());
        if (timedOutAt.isPresent()) {
            boolean patient = now.isBefore(timedOutAt.get().plus(settings.stopGrace()));
            claim.process().family().forEach(patient ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
        } else if (request.timeout().map(timeout -> now.isAfter(claim.at().plus(timeout))).orElse(false)) {
            // Marked first: a death of the runner between the two would otherwise report a plain failure.
            run.mark(RunDirectory.Mark.TIMED_OUT);
            LOGGER.atInfo().addKeyValue("rerunId", request.rerunId()).log("process ran too long and is stopped");
            claim.process().family().forEach(ProcessHandle::destroy);
        }
        Instant last = lastHeartbeats.get(run.path());
        if (last == null || !now.isBefore(last.plus(settings.heartbeat()))) {
            lastHeartbeats.put(run.path(), now);
            // Not waited for: the next one says the same and more.
            var _ = tell(request, "heartbeat/" + now.getEpochSecond(), events(request).heartbeat(now));
        }
    }

    private void end(RunDirectory run, RunRequest request, String word, RunEvent event, List<Told> told) {
        CompletableFuture<Void> acknowledged = tell(request, word, event);
        told.add(new Told(run, RunDirectory.Mark.REPORTED, acknowledged));
    }

    private CompletableFuture<Void> tell(RunRequest request, String word, RunEvent event) {
        return reports.tell(request.rerunId().value() + "/" + word, event,
                request.traceparent().flatMap(Traceparent::parse));
    }

    private void awaitAcknowledgement(Told told, long deadline) throws InterruptedException {
        try {
            told.acknowledged().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            failpoints.pass(Failpoint.BEFORE_REPORTED_MARK);
            told.run().mark(told.mark());
            if (told.mark() == RunDirectory.Mark.REPORTED) {
                done.add(told.run().path());
                lastHeartbeats.remove(told.run().path());
                suspects.remove(told.run().path());
            }
        } catch (ExecutionException | TimeoutException e) {
            LOGGER.atWarn().addKeyValue("rerunId", told.run().path().getFileName())
                    .addKeyValue("cause", e.getClass().getSimpleName())
                    .log("event was not acknowledged and is told again");
        }
    }

    private void cleanUp() {
        Instant now = clock.instant();
        if (cleanedAt == null || now.isAfter(cleanedAt.plus(CLEAN_UP))) {
            cleanedAt = now;
            int removed = directories.removeBefore(now.minus(settings.keep()));
            done.removeIf(path -> !path.toFile().exists());
            LOGGER.atDebug().addKeyValue("count", removed).log("old run directories removed");
        }
    }

    private RunEvents events(RunRequest request) {
        List<String> values = new ArrayList<>();
        for (String reference : request.secrets()) {
            try {
                values.add(secrets.reveal(reference));
            } catch (TargetRefusedException _) {
                // It is gone since: what looks like a secret is still taken out by its name.
            }
        }
        return new RunEvents(request, new Redaction(values));
    }

    private static String output(RunDirectory run) {
        return run.outputTail(ProcessSettings.EVIDENCE_BYTES);
    }
}
