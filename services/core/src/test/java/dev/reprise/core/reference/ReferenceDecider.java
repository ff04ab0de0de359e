// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.core.reference.Slot.Phase;
import dev.reprise.core.reference.Slot.Purpose;
import dev.reprise.core.reference.Slot.Told;
import dev.reprise.core.reference.Slot.Try;
import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioAnswer;
import dev.reprise.core.simulate.ScenarioEvent;

/**
 * The rules of reruns, written plainly: one object per job and partition that is changed from top to bottom. It is the other
 * witness: the engine and this must give the same answers to every history, but for what {@link Richer} lists.
 */
final class ReferenceDecider {
    /** How long a runner may take to say what became of a command, once that has lost its life. */
    private static final long ANSWER_PATIENCE = 300;
    private static final String TIMER = "timer";
    private static final int DAY = "2026-01-31".length();
    /** What happened and cannot unhappen: told once, even when the matter is over. */
    private static final Set<String> NOTICES = Set.of("CONCURRENT_EXTERNAL_RUN", "ZOMBIE_ATTEMPT_ACTIVE", "START_STORM",
            "SECOND_SUCCESS", "EXTERNAL_RERUN_AFTER_SUCCESS", "COMMITTED_BUT_FAILED", "LATE_SUCCESS_AFTER_KILL",
            "LATE_SUCCESS_OLD_ATTEMPT", "LATE_SUCCESS_RERUN_REDUNDANT", "DEADLINE_MISSED");
    private final Scenario scenario;
    private final Set<Richer> richer;
    private final Map<String, Slot> slots = new HashMap<>();
    private final Map<String, List<Long>> failuresOfJob = new HashMap<>();
    private final Set<Alert> openAlerts = new HashSet<>();
    private final List<ScenarioAnswer> answers = new ArrayList<>();

    private record Alert(String kind, String job, String partition, long generation) {}

    private ReferenceDecider(Scenario scenario, Set<Richer> richer) {
        this.scenario = scenario;
        this.richer = Set.copyOf(richer);
    }

    /** The decisions that are right. */
    static List<ScenarioAnswer> run(Scenario scenario, Set<Richer> richer) {
        ReferenceDecider decider = new ReferenceDecider(scenario, richer);
        long end = 0;
        int index = 0;
        for (ScenarioEvent event : scenario.events()) {
            decider.feed(event, Integer.toString(index++));
            end = Math.max(end, event.t());
        }
        decider.advance(end + scenario.runOn());
        return decider.answers;
    }

    /** The history without what cannot have happened: a run of a rerun before that rerun, or at another job. */
    static Scenario possible(Scenario scenario) {
        ReferenceDecider decider = new ReferenceDecider(scenario, EnumSet.allOf(Richer.class));
        List<ScenarioEvent> possible = new ArrayList<>();
        int index = 0;
        for (ScenarioEvent event : scenario.events()) {
            decider.advance(event.t());
            if (decider.isPossible(event)) {
                possible.add(event);
                decider.feed(event, Integer.toString(index++));
            }
        }
        return new Scenario(scenario.id(), scenario.title(), scenario.policies(), possible, scenario.runOn(),
                Optional.empty());
    }

    private boolean isPossible(ScenarioEvent event) {
        boolean ofMachine = event.type().startsWith("DISPATCH_") || event.type().equals("RUNNER_CRASH")
                || event.type().equals("COORDINATOR_REPLAY");
        String job = event.job().orElse("");
        Rules rules = Rules.of(scenario.policies(), job);
        if (ofMachine && !rules.known()) {
            // A job that nobody knows is never dispatched: nothing can come back of it.
            return false;
        }
        Optional<Slot> slot = event.partition()
                .map(written -> slots.get(job + "\n" + partition(rules, written)));
        return Stream.of(event.run(), event.aliasOf()).flatMap(Optional::stream).filter(run -> run.startsWith("rr:"))
                .allMatch(run -> slot.filter(known -> known.names.containsKey(run)).isPresent());
    }

    private static String partition(Rules rules, String written) {
        return rules.byDay() && written.length() > DAY ? written.substring(0, DAY) : written;
    }

    // ---- time ---------------------------------------------------------------------

    private record Due(long at, Slot slot, boolean isTimer) {}

    private void advance(long until) {
        for (Optional<Due> next = next(until); next.isPresent(); next = next(until)) {
            Due due = next.get();
            if (due.isTimer()) {
                Purpose purpose = due.slot().timer.orElseThrow().purpose();
                due.slot().timer = Optional.empty();
                fire(due.at(), due.slot(), purpose);
            } else {
                deadline(due);
            }
        }
    }

    private void deadline(Due due) {
        Slot slot = due.slot();
        slot.deadlineDone = true;
        if (richer.contains(Richer.OLD_DEADLINES_REST) && slot.highestAppend - due.at() > rules(slot).maxAge()) {
            emit(due.at(), TIMER, "suppress", "STALE_DEADLINE");
        } else {
            alert(slot, due.at(), TIMER, "DEADLINE_MISSED");
        }
    }

    private Optional<Due> next(long until) {
        List<Due> due = new ArrayList<>();
        for (Slot slot : slots.values()) {
            slot.timer.filter(timer -> timer.due() <= until)
                    .ifPresent(timer -> due.add(new Due(timer.due(), slot, true)));
            if (!slot.deadlineDone && !slot.succeeded && slot.phase != Phase.NEW) {
                rules(slot).deadline().filter(at -> at != 0 && at <= until)
                        .ifPresent(at -> due.add(new Due(at, slot, false)));
            }
        }
        return due.stream().min(Comparator.comparingLong(Due::at).thenComparing(each -> each.slot().job)
                .thenComparing(each -> each.slot().partition).thenComparing(each -> !each.isTimer()));
    }

    private void fire(long now, Slot slot, Purpose purpose) {
        switch (purpose) {
            case SETTLE -> {
                if (slot.phase == Phase.SETTLING) {
                    claim(now, TIMER, slot, slot.claimReason);
                }
            }
            case NATIVE -> {
                if (slot.phase == Phase.WAIT_NATIVE) {
                    consider(now, TIMER, slot, "NATIVE_RETRY_LOST", false);
                }
            }
            case HEARTBEAT -> {
                if (slot.phase == Phase.RUNNING) {
                    emit(now, TIMER, "wait", "HEARTBEAT_LOST_RECONCILE");
                    slot.silentSince = now;
                    slot.phase = Phase.RECONCILING;
                }
            }
        }
    }

    private void watch(long now, Slot slot) {
        slot.lastSign = now;
        slot.timer = rules(slot).hbTimeout().map(wait -> new Slot.Timer(now + wait, Purpose.HEARTBEAT));
    }

    // ---- the way to a rerun -------------------------------------------------------

    private void claim(long now, String on, Slot slot, String reason) {
        if (isOver(now, slot, reason)) {
            close(slot);
            alert(slot, now, on, "STALE_FAILURE");
            return;
        }
        if (!reason.equals("MANUAL")) {
            slot.reruns++;
            slot.considered.ifPresent(slot.answered::add);
        }
        slot.generation++;
        slot.phase = Phase.DISPATCHED;
        Optional<Try> answered = !reason.equals("MANUAL") && richer.contains(Richer.OWN_NAMES)
                ? slot.considered
                : slot.current.or(() -> slot.requested);
        String name = "rr:%s:%s:%s:%d".formatted(slot.job, slot.partition,
                answered.map(run -> slot.writtenName(run.run())).orElse("-"), answered.map(Try::attempt).orElse(0));
        String id = slot.newName(name, richer.contains(Richer.OWN_NAMES));
        slot.claim = Optional.of(new Slot.Claim(id, now, life(now, slot, reason)));
        slot.known.put(id, slot.generation);
        slot.highestAppend = Math.max(slot.highestAppend, now);
        slot.taken = false;
        slot.acceptedAt = Optional.empty();
        emit(now, on, "rerun", reason);
    }

    private boolean isOver(long now, Slot slot, String reason) {
        return richer.contains(Richer.LIFE_ENDS) && !reason.equals("MANUAL") && now > life(now, slot, reason);
    }

    /** Until when its command may be sent. */
    private long life(long now, Slot slot, String reason) {
        return reason.equals("MANUAL")
                ? slot.requestedAt + rules(slot).requestAge()
                : slot.considered.map(failed -> slot.failedAt.getOrDefault(failed, now)).orElse(now)
                        + rules(slot).maxAge();
    }

    /** A failure is final: may it be rerun? */
    private void consider(long now, String on, Slot slot, String reason, boolean settle) {
        Rules rules = rules(slot);
        if (!rules.idempotent()) {
            close(slot);
            alert(slot, now, on, "NON_IDEMPOTENT");
        } else if (richer.contains(Richer.ANSWERED_ONCE)
                && slot.considered.filter(slot.answered::contains).isPresent()) {
            close(slot);
            alert(slot, now, on, "ALREADY_ANSWERED");
        } else if (slot.reruns >= rules.maxReruns()) {
            close(slot);
            alert(slot, now, on, "BUDGET_EXHAUSTED");
        } else if (!slot.active.isEmpty()) {
            boolean wasRunning = slot.phase == Phase.RUNNING;
            slot.phase = Phase.RUNNING;
            emit(now, on, "wait", "OTHER_RUN_ACTIVE");
            if (richer.contains(Richer.WATCHED_AGAIN)) {
                watch(wasRunning ? slot.lastSign : now, slot);
            }
        } else if (isStorm(now, slot, rules)) {
            close(slot);
            slot.held = true;
            boolean opens = openAlerts.add(new Alert("STORM_BREAKER", slot.job, "", 0));
            emit(now, on, opens ? "alert" : "suppress", opens ? "STORM_BREAKER" : "STORM_HELD");
        } else if (settle) {
            slot.phase = Phase.SETTLING;
            slot.claimReason = reason;
            slot.timer = Optional.of(new Slot.Timer(now + rules.settle(), Purpose.SETTLE));
            emit(now, on, "wait", "SETTLING");
        } else {
            claim(now, on, slot, reason);
        }
    }

    private void close(Slot slot) {
        slot.phase = Phase.CLOSED;
        slot.outside = Slot.Outside.NOTHING;
        slot.held = false;
        slot.killed &= !richer.contains(Richer.LAST_END_COUNTS);
    }

    private boolean isStorm(long now, Slot slot, Rules rules) {
        if (rules.stormLimit().filter(limit -> limit != 0).isEmpty()) {
            return false;
        }
        if (richer.contains(Richer.STORMS_HOLD) && slot.asked.isPresent() && slot.asked.equals(slot.considered)) {
            return slot.askedInVain;
        }
        List<Long> recent = failuresOfJob.getOrDefault(slot.job, List.of()).stream()
                .filter(at -> at > now - rules.stormWindow()).collect(Collectors.toCollection(ArrayList::new));
        recent.add(now);
        slot.highestAppend = Math.max(slot.highestAppend, now);
        failuresOfJob.put(slot.job, recent);
        slot.asked = slot.considered;
        slot.askedInVain = recent.size() > rules.stormLimit().orElseThrow();
        return slot.askedInVain;
    }

    // ---- events -------------------------------------------------------------------

    /** An event with what it means here: its run after aliases, its time and that of its source. */
    private record Seen(ScenarioEvent event, String on, long now, String run, int attempt, long at) {
        Try attempted() {
            return new Try(run, attempt);
        }

        boolean says(Optional<Boolean> flag) {
            return flag.orElse(false);
        }
    }

    private void feed(ScenarioEvent event, String on) {
        advance(event.t());
        if (event.type().equals("CLOCK")) {
            return;
        }
        if (event.type().equals("MALFORMED") || event.job().isEmpty() || event.partition().isEmpty()) {
            emit(event.t(), on, "alert", "MALFORMED_TO_DLQ");
            return;
        }
        String job = event.job().get();
        Rules rules = Rules.of(scenario.policies(), job);
        if (!rules.known()) {
            unknown(event, on, job);
            return;
        }
        String partition = partition(rules, event.partition().get());
        Slot slot = slots.computeIfAbsent(job + "\n" + partition, _ -> new Slot(job, partition));
        if (!event.type().equals("COORDINATOR_REPLAY")) {
            if (!event.type().startsWith("DISPATCH_") && !event.type().equals("RUNNER_CRASH")) {
                slot.highestAppend = Math.max(slot.highestAppend, event.appendTime().orElse(event.t()));
            }
            take(slot, seen(slot, event, on));
        }
    }

    /** An unknown job is told once. */
    private void unknown(ScenarioEvent event, String on, String job) {
        boolean first = openAlerts.add(new Alert("UNKNOWN_JOB", job, "", 0));
        emit(event.t(), on, first ? "alert" : "suppress", first ? "UNKNOWN_JOB" : "ALERT_ALREADY_OPEN");
    }

    private static Seen seen(Slot slot, ScenarioEvent event, String on) {
        String written = slot.names.getOrDefault(event.run().orElse("none"), event.run().orElse("none"));
        String run = slot.aliases.getOrDefault(written, written);
        if (event.aliasOf().isPresent()) {
            run = slot.names.getOrDefault(event.aliasOf().get(), event.aliasOf().get());
            slot.aliases.put(written, run);
        }
        long append = event.appendTime().orElse(event.t());
        // A source's clock may not be ahead of the broker's.
        long at = Math.min(event.eventTime().orElse(append), append);
        return new Seen(event, on, event.t(), run, event.attempt().orElse(1), at);
    }

    private void take(Slot slot, Seen seen) {
        switch (seen.event().type()) {
            case "STARTED" -> started(slot, seen);
            case "HEARTBEAT" -> heartbeat(slot, seen);
            case "RECONCILE" -> reconciled(slot, seen);
            case "OUTPUT_COMMITTED" -> slot.committed.add(seen.attempted());
            case "SUCCEEDED" -> succeeded(slot, seen);
            case "SKIPPED" -> ended(slot, seen, "NOT_A_FAILURE");
            case "UPSTREAM_FAILED" -> ended(slot, seen, "UPSTREAM_FAILED");
            case "KILLED" -> killed(slot, seen);
            case "CLEARED" -> cleared(slot, seen);
            case "FAILED", "LOST", "TIMED_OUT" -> failed(slot, seen, seen.says(seen.event().finalFailure()));
            case "RERUN_REQUESTED" -> requested(slot, seen);
            case "DEADLINE_REPORT" -> deadline(slot, seen);
            case "DISPATCH_OK", "DISPATCH_CONFLICT", "DISPATCH_REJECTED", "DISPATCH_TIMEOUT", "RUNNER_CRASH" ->
                dispatched(slot, seen);
            default -> throw new IllegalArgumentException("type '" + seen.event().type() + "' is no event");
        }
    }

    private void started(Slot slot, Seen seen) {
        String run = seen.run();
        if (!slot.startsSeen.add(new Told(run, seen.attempt(), seen.at()))) {
            return;
        }
        if (richer.contains(Richer.STARTS_HAVE_TIMES) && slot.hasEndedSince(seen.attempted(), seen.at())) {
            return;
        }
        boolean known = slot.known.containsKey(run);
        boolean ofCurrent = slot.current.filter(current -> current.run().equals(run)).isPresent();
        if (slot.phase == Phase.SUCCEEDED && known && seen.attempt() <= slot.lastEnded(run)
                || known && slot.current.filter(seen.attempted()::equals).isPresent()
                        && slot.active.containsKey(run)) {
            return;
        }
        if (known && ofCurrent && seen.attempt() < slot.current.orElseThrow().attempt()) {
            alert(slot, seen, "ZOMBIE_ATTEMPT_ACTIVE");
            return;
        }
        slot.starts.removeIf(start -> start <= seen.now() - rules(slot).flapWindow());
        slot.starts.add(seen.now());
        boolean ours = slot.isClaim(run) || seen.event().rerunOf()
                .filter(name -> slot.isClaim(slot.names.getOrDefault(name, name))).isPresent();
        boolean others = slot.othersActive(run);
        if (ours) {
            slot.known.put(run, slot.generation);
        } else if (!known) {
            foreign(slot, seen, others);
            slot.known.put(run, slot.generation);
        } else if (slot.phase.isPending()) {
            emit(seen, "suppress", "NATIVE_RETRY_STARTED");
        } else if (others && !isClosedByStorm(slot, seen)) {
            alert(slot, seen, "CONCURRENT_EXTERNAL_RUN");
        }
        if (slot.starts.size() > rules(slot).flapLimit()) {
            alert(slot, seen, "START_STORM");
        }
        if (richer.contains(Richer.STARTS_HAVE_TIMES) && !slot.answered.contains(seen.attempted())) {
            slot.refute(seen.attempted());
        }
        slot.active.put(run, seen.attempt());
        slot.current = Optional.of(seen.attempted());
        slot.succeeded = false;
        slot.killed = false;
        slot.phase = Phase.RUNNING;
        watch(seen.now(), slot);
    }

    private void foreign(Slot slot, Seen seen, boolean others) {
        if (slot.phase == Phase.SUCCEEDED) {
            alert(slot, seen, "EXTERNAL_RERUN_AFTER_SUCCESS");
            slot.generation++;
        } else if (slot.phase.isPending()) {
            emit(seen, "suppress", "EXTERNAL_RUN_STARTED");
            slot.generation++;
        } else if (isClosedByStorm(slot, seen)) {
            slot.generation++;
        } else if (slot.phase == Phase.DISPATCHED && !seen.says(seen.event().correlated()) || others) {
            alert(slot, seen, "CONCURRENT_EXTERNAL_RUN");
        }
    }

    private void heartbeat(Slot slot, Seen seen) {
        if (slot.phase == Phase.RUNNING) {
            if (rules(slot).hbTimeout().isPresent()) {
                watch(seen.now(), slot);
            }
        } else if (isPending(slot, seen) && slot.current.filter(seen.attempted()::equals).isPresent()) {
            alive(slot, seen);
        } else if (slot.phase == Phase.DISPATCHED && slot.isClaim(seen.run())) {
            slot.acceptedAt = slot.acceptedAt.map(_ -> seen.now());
        }
    }

    private void alive(Slot slot, Seen seen) {
        watch(seen.now(), slot);
        if (!isClosedByStorm(slot, seen)) {
            emit(seen, "suppress", "STILL_RUNNING");
        }
        slot.phase = Phase.RUNNING;
        slot.active.put(seen.run(), seen.attempt());
        slot.refute(seen.attempted());
        if (richer.contains(Richer.TOLD_AGAIN)) {
            forgetAlerts(slot);
        }
    }

    private void reconciled(Slot slot, Seen seen) {
        switch (seen.event().state().orElse("unknown")) {
            case "success" -> succeeded(slot, seen);
            case "running" -> {
                if (isPending(slot, seen)) {
                    alive(slot, seen);
                } else if (slot.phase == Phase.RUNNING && richer.contains(Richer.WATCHED_AGAIN)) {
                    watch(seen.now(), slot);
                }
            }
            case "failed", "gone" -> failed(slot, seen, true);
            default -> {
                if (slot.phase == Phase.DISPATCHED && richer.contains(Richer.OWN_RERUN_COUNTS)) {
                    emit(seen, "suppress", "STALE_OR_ALIAS");
                    return;
                }
                if (richer.contains(Richer.A_LOOK_COUNTS)) {
                    slot.active.remove(seen.run());
                }
                alert(slot, seen, "UNKNOWN_STATE");
                if (slot.succeeded && richer.contains(Richer.SUCCESS_STAYS)) {
                    slot.phase = Phase.SUCCEEDED;
                } else {
                    close(slot);
                }
            }
        }
    }

    private void succeeded(Slot slot, Seen seen) {
        Phase was = slot.phase;
        slot.active.remove(seen.run());
        long generation = slot.known.getOrDefault(seen.run(), 0L);
        slot.known.putIfAbsent(seen.run(), 0L);
        if (slot.succeeded) {
            if (slot.succeededBy.filter(seen.attempted()::equals).isPresent()) {
                emit(seen, "suppress", "DUPLICATE_SUCCESS");
            } else {
                alert(slot, seen, "SECOND_SUCCESS");
            }
            return;
        }
        slot.succeeded = true;
        slot.succeededBy = Optional.of(seen.attempted());
        slot.timer = Optional.empty();
        if (richer.contains(Richer.TOLD_AGAIN)) {
            forgetAlerts(slot);
        }
        slot.troubled = false;
        boolean older = slot.generation > 0
                && slot.claim.filter(claim -> generation < slot.known.getOrDefault(claim.id(), 0L)).isPresent();
        if (was.isPending()) {
            emit(seen, "suppress", "SUCCEEDED_BEFORE_RERUN");
        } else if (was == Phase.CLOSED && slot.killed) {
            alert(slot, seen, "LATE_SUCCESS_AFTER_KILL");
        } else if (was == Phase.PARKED) {
            emit(seen, "suppress", "IN_DOUBT_RESOLVED");
        } else if (older && (was == Phase.DISPATCHED || was == Phase.RUNNING)) {
            alert(slot, seen, "LATE_SUCCESS_RERUN_REDUNDANT");
        } else if (isOlderAttempt(slot, seen) && !isClosedByStorm(slot, seen)) {
            alert(slot, seen, "LATE_SUCCESS_OLD_ATTEMPT");
        }
        slot.phase = Phase.SUCCEEDED;
    }

    private static boolean isOlderAttempt(Slot slot, Seen seen) {
        return slot.current.filter(current -> current.run().equals(seen.run()) && seen.attempt() < current.attempt())
                .isPresent();
    }

    private void ended(Slot slot, Seen seen, String reason) {
        if (slot.succeeded) {
            emit(seen, "suppress", "ALREADY_SUCCEEDED");
            return;
        }
        if (isOverAlready(slot, seen)) {
            emit(seen, "suppress", "DUPLICATE");
            return;
        }
        if (isBeside(slot, seen)) {
            slot.active.remove(seen.run());
            slot.known.putIfAbsent(seen.run(), 0L);
            slot.ended(seen.attempted(), seen.at());
            emit(seen, "suppress", reason);
            return;
        }
        slot.timer = Optional.empty();
        slot.phase = Phase.CLOSED;
        slot.outside = Slot.Outside.NEVER_BEGUN;
        slot.held = false;
        slot.killed = false;
        slot.active.remove(seen.run());
        slot.current = slot.current.or(() -> Optional.of(seen.attempted()));
        slot.known.putIfAbsent(seen.run(), 0L);
        slot.ended(seen.attempted(), seen.at());
        emit(seen, "suppress", reason);
        if (richer.contains(Richer.TOLD_AGAIN)) {
            forgetAlerts(slot);
        }
    }

    /** Its end was told before, and something newer goes on. */
    private boolean isOverAlready(Slot slot, Seen seen) {
        boolean newest = slot.current.filter(current -> !current.equals(seen.attempted())).isEmpty();
        return richer.contains(Richer.ENDS_COUNT_ONCE) && (slot.refuted.contains(
                new Told(seen.run(), seen.attempt(), seen.at())) || slot.isOfEarlierStart(seen.attempted(), seen.at())
                || slot.failures.containsKey(seen.attempted()) && !newest);
    }

    /** It is not what counts: a rerun is on its way, or another run is alive. */
    private boolean isBeside(Slot slot, Seen seen) {
        boolean byPerson = seen.event().type().equals("CLEARED")
                || seen.event().type().equals("KILLED") && seen.event().by().filter("user"::equals).isPresent();
        boolean unsent = slot.phase == Phase.DISPATCHED && !slot.taken;
        boolean claimed = (slot.phase == Phase.DISPATCHED || slot.phase == Phase.PARKED) && !slot.isClaim(seen.run())
                && !(unsent && byPerson);
        return richer.contains(Richer.ENDS_COUNT_ONCE) && (claimed || slot.othersActive(seen.run()));
    }

    private void killed(Slot slot, Seen seen) {
        if (!slot.succeeded && isOverAlready(slot, seen)) {
            emit(seen, "suppress", "DUPLICATE");
            return;
        }
        boolean beside = isBeside(slot, seen);
        slot.active.remove(seen.run());
        slot.known.putIfAbsent(seen.run(), 0L);
        slot.ended(seen.attempted(), seen.at());
        if (slot.succeeded) {
            emit(seen, "suppress", "ALREADY_SUCCEEDED");
        } else if (slot.othersActive(seen.run())) {
            emit(seen, "suppress", "OTHER_RUN_ACTIVE");
        } else if (beside) {
            if (seen.event().by().filter("user"::equals).isPresent()) {
                emit(seen, "suppress", "KILLED_BY_USER");
            } else {
                alert(slot, seen, "KILLED_BY_UNKNOWN");
            }
        } else {
            slot.timer = Optional.empty();
            slot.phase = Phase.CLOSED;
            slot.outside = Slot.Outside.STOPPED;
            slot.held = false;
            slot.killed = true;
            slot.current = slot.current.or(() -> Optional.of(seen.attempted()));
            if (seen.event().by().filter("user"::equals).isPresent()) {
                emit(seen, "suppress", "KILLED_BY_USER");
                if (richer.contains(Richer.TOLD_AGAIN)) {
                    forgetAlerts(slot);
                }
            } else {
                alert(slot, seen, "KILLED_BY_UNKNOWN");
            }
        }
    }

    /** Reset in the scheduler's own interface. */
    private void cleared(Slot slot, Seen seen) {
        if (isOverAlready(slot, seen)) {
            emit(seen, "suppress", "DUPLICATE");
            return;
        }
        boolean beside = isBeside(slot, seen);
        slot.ended(seen.attempted(), seen.at());
        slot.active.remove(seen.run());
        if (beside) {
            emit(seen, "suppress", "CLEARED_BY_USER");
            return;
        }
        slot.timer = Optional.empty();
        if (slot.phase != Phase.NEW) {
            slot.phase = Phase.CLEARED;
        }
        emit(seen, "suppress", "CLEARED_BY_USER");
    }

    private void failed(Slot slot, Seen seen, boolean saidFinal) {
        Rules rules = rules(slot);
        Try attempt = seen.attempted();
        boolean unknown = !slot.known.containsKey(seen.run());
        slot.known.putIfAbsent(seen.run(), slot.known.isEmpty() ? 0L : -1L);
        boolean last = saidFinal
                || !seen.says(seen.event().willRetry()) && seen.attempt() >= rules.nativeAttempts();
        slot.active.remove(seen.run(), seen.attempt());
        if (slot.succeeded) {
            emit(seen, "suppress", "ALREADY_SUCCEEDED");
        } else if (slot.committed.contains(attempt)) {
            slot.succeeded = true;
            slot.succeededBy = Optional.of(attempt);
            slot.phase = Phase.SUCCEEDED;
            slot.troubled = false;
            slot.timer = Optional.empty();
            alert(slot, seen, "COMMITTED_BUT_FAILED");
        } else if (slot.refuted.contains(new Told(seen.run(), seen.attempt(), seen.at()))
                || richer.contains(Richer.STARTS_HAVE_TIMES) && slot.isOfEarlierStart(attempt, seen.at())) {
            // A report that was proven wrong, told again.
            emit(seen, "suppress", "DUPLICATE");
        } else if (slot.failures.containsKey(attempt)) {
            repeated(slot, seen, saidFinal);
        } else {
            Optional<String> stale = isNews(slot, seen, unknown) ? Optional.empty() : stale(slot, seen);
            if (stale.isPresent()) {
                slot.ended(attempt, seen.at());
                emit(seen, "suppress", stale.get());
            } else {
                fresh(slot, seen, saidFinal, last);
            }
        }
    }

    /** It began after what was ended from outside. */
    private boolean isNews(Slot slot, Seen seen, boolean unknown) {
        boolean again = slot.current.filter(current -> current.run().equals(seen.run())
                && seen.attempt() > current.attempt()).isPresent();
        return richer.contains(Richer.ENDS_END_THEIR_RUN) && slot.phase == Phase.CLOSED && !slot.held
                && slot.outside != Slot.Outside.NOTHING
                && (again || slot.outside == Slot.Outside.NEVER_BEGUN && unknown);
    }

    private void repeated(Slot slot, Seen seen, boolean saidFinal) {
        Try attempt = seen.attempted();
        boolean upgrades = slot.phase == Phase.WAIT_NATIVE && saidFinal
                && !slot.failures.getOrDefault(attempt, true)
                && (slot.considered.filter(attempt::equals).isPresent()
                        || !richer.contains(Richer.FINAL_MEANS_ITSELF));
        if (upgrades) {
            slot.failures.put(attempt, true);
            slot.timer = Optional.empty();
            slot.considered = Optional.of(attempt);
            consider(seen.now(), seen.on(), slot, "FINAL_FAILURE", true);
        } else if (richer.contains(Richer.RETRY_TOLD_LATE)
                && (slot.phase == Phase.SETTLING || isHeld(slot, seen.now()))
                && slot.considered.filter(attempt::equals).isPresent() && slot.unstated.contains(attempt)
                && seen.says(seen.event().willRetry()) && !saidFinal) {
            slot.unstated.remove(attempt);
            slot.failures.put(attempt, false);
            awaitNative(slot, seen);
        } else {
            emit(seen, "suppress", "DUPLICATE");
        }
    }

    private void awaitNative(Slot slot, Seen seen) {
        slot.phase = Phase.WAIT_NATIVE;
        slot.timer = Optional.of(new Slot.Timer(seen.now() + rules(slot).nativeDelay(), Purpose.NATIVE));
        emit(seen, "wait", "NATIVE_RETRY_EXPECTED");
    }

    /** Why a report is not about the newest execution, if it is not. */
    private Optional<String> stale(Slot slot, Seen seen) {
        if (slot.phase == Phase.CLOSED) {
            return isHeld(slot, seen.now()) ? staleWhileHeld(slot, seen) : Optional.of("SLOT_CLOSED");
        }
        boolean ofCurrent = slot.current.filter(current -> current.run().equals(seen.run())).isPresent();
        boolean older = slot.known.getOrDefault(seen.run(), -1L) < slot.generation;
        boolean claimed = slot.phase == Phase.DISPATCHED || slot.phase == Phase.PARKED;
        if (slot.claim.isPresent() && older
                && ((claimed || slot.phase == Phase.RUNNING) && !ofCurrent || claimed && !slot.isClaim(seen.run()))) {
            return Optional.of("STALE_OR_ALIAS");
        }
        if (isOlderAttempt(slot, seen)) {
            return Optional.of("STALE_ATTEMPT");
        }
        return slot.phase == Phase.SETTLING && slot.current.isPresent() && !ofCurrent
                ? Optional.of("STALE_OR_ALIAS")
                : Optional.empty();
    }

    /** A held rerun has a life, too. */
    private boolean isHeld(Slot slot, long now) {
        return slot.held && richer.contains(Richer.STORMS_HOLD)
                && slot.considered
                        .filter(failed -> now > slot.failedAt.getOrDefault(failed, now) + rules(slot).maxAge())
                        .isEmpty();
    }

    private boolean isClosedByStorm(Slot slot, Seen seen) {
        return slot.phase == Phase.CLOSED && isHeld(slot, seen.now());
    }

    /** A rerun is considered; histories hear nothing of what ends a hold. */
    private boolean isPending(Slot slot, Seen seen) {
        return slot.phase.isPending() || isClosedByStorm(slot, seen);
    }

    private static Optional<String> staleWhileHeld(Slot slot, Seen seen) {
        if (isOlderAttempt(slot, seen)) {
            return Optional.of("STALE_ATTEMPT");
        }
        return slot.current.filter(current -> current.run().equals(seen.run())).isPresent()
                ? Optional.empty()
                : Optional.of("SLOT_CLOSED");
    }

    private void fresh(Slot slot, Seen seen, boolean saidFinal, boolean last) {
        Rules rules = rules(slot);
        slot.failures.put(seen.attempted(), last);
        slot.failedAt.put(seen.attempted(), seen.at());
        if (!saidFinal && !seen.says(seen.event().willRetry())) {
            slot.unstated.add(seen.attempted());
        }
        slot.considered = Optional.of(seen.attempted());
        if (slot.current.filter(current -> slot.active.containsKey(current.run())).isEmpty()) {
            slot.current = Optional.of(seen.attempted());
        }
        if (richer.contains(Richer.BUDGET_PER_EPISODE) && !slot.troubled) {
            slot.reruns = 0;
        }
        slot.troubled = true;
        if (seen.event().state().filter("unknown"::equals).isPresent()) {
            close(slot);
            alert(slot, seen, "UNKNOWN_STATE");
        } else if (seen.now() - seen.at() > rules.maxAge()) {
            close(slot);
            alert(slot, seen, "STALE_FAILURE");
        } else if (seen.says(seen.event().partial()) && !rules.idempotent()) {
            close(slot);
            alert(slot, seen, "NON_IDEMPOTENT");
        } else if (!last) {
            awaitNative(slot, seen);
        } else {
            consider(seen.now(), seen.on(), slot, "FINAL_FAILURE", true);
        }
    }

    private void requested(Slot slot, Seen seen) {
        long append = seen.event().appendTime().orElse(seen.now());
        if (!slot.requests.add(seen.event().request().orElse("at-" + append))) {
            emit(seen, "suppress", "DUPLICATE_REQUEST");
        } else if (seen.now() - seen.at() > rules(slot).requestAge()) {
            emit(seen, "suppress", "STALE_REQUEST");
        } else if (slot.succeeded && !seen.says(seen.event().force())) {
            emit(seen, "suppress", "ALREADY_SUCCEEDED");
        } else if ((slot.phase == Phase.DISPATCHED || !slot.active.isEmpty()) && !wasToldToLook(slot, seen.now())) {
            emit(seen, "suppress", "RERUN_ALREADY_OPEN");
        } else {
            slot.timer = Optional.empty();
            slot.active.clear();
            slot.succeeded = false;
            slot.requested = Optional.of(new Try(seen.event().run().orElse("none"), seen.attempt()));
            if (!richer.contains(Richer.REQUESTS_NAME_NO_RUN)) {
                slot.current = slot.current.or(() -> Optional.of(seen.attempted()));
            }
            slot.requestedAt = seen.at();
            claim(seen.now(), seen.on(), slot, "MANUAL");
        }
    }

    private boolean wasToldToLook(Slot slot, long now) {
        Optional<Long> patience = rules(slot).hbTimeout();
        boolean unanswered = slot.phase == Phase.RECONCILING
                && patience.filter(wait -> now >= slot.silentSince + 2 * wait).isPresent();
        boolean unseen = slot.phase == Phase.DISPATCHED
                && slot.acceptedAt.filter(at -> patience.filter(wait -> now >= at + wait).isPresent()).isPresent();
        boolean unheard = slot.phase == Phase.DISPATCHED && slot.acceptedAt.isEmpty()
                && slot.claim.filter(last -> now >= last.life() + ANSWER_PATIENCE).isPresent();
        return richer.contains(Richer.A_LOOK_COUNTS) && (unanswered || unseen || unheard);
    }

    private void dispatched(Slot slot, Seen seen) {
        String type = seen.event().type();
        if (slot.claim.isEmpty() || slot.phase != Phase.DISPATCHED && slot.phase != Phase.PARKED) {
            if (!type.equals("DISPATCH_OK")) {
                emit(seen, "suppress", "UNSOLICITED_RESULT");
            }
            return;
        }
        switch (type) {
            // Nothing to say: the start of its run is awaited.
            case "DISPATCH_OK" -> accepted(slot, seen);
            case "DISPATCH_CONFLICT" -> {
                if (seen.says(seen.event().own())) {
                    emit(seen, "suppress", "ADOPTED_EXISTING");
                    accepted(slot, seen);
                } else {
                    close(slot);
                    alert(slot, seen, "TARGET_CONFLICT");
                }
            }
            case "DISPATCH_REJECTED" -> {
                close(slot);
                alert(slot, seen, "TARGET_REJECTED");
            }
            default -> inDoubt(slot, seen);
        }
    }

    private void accepted(Slot slot, Seen seen) {
        slot.taken = true;
        slot.acceptedAt = Optional.of(seen.now());
        if (richer.contains(Richer.ANSWERS_END_DOUBT)) {
            slot.phase = Phase.DISPATCHED;
            openAlerts.remove(new Alert("IN_DOUBT", slot.job, slot.partition, slot.generation));
        }
    }

    private void inDoubt(Slot slot, Seen seen) {
        Rules rules = rules(slot);
        slot.taken |= !seen.says(seen.event().beforeIntent());
        boolean mayResend = rules.keyed()
                && (seen.now() - slot.claim.orElseThrow().at()) * 2 < Math.min(2 * rules.maxAge(), rules.keyHorizon());
        if (seen.says(seen.event().beforeIntent())) {
            emit(seen, "wait", "REDELIVERED");
        } else if (mayResend) {
            slot.acceptedAt = Optional.empty();
            emit(seen, "wait", "RESEND_SAME_KEY");
        } else {
            slot.phase = Phase.PARKED;
            alert(slot, seen, "IN_DOUBT");
        }
    }

    private void deadline(Slot slot, Seen seen) {
        Rules rules = rules(slot);
        if (slot.succeeded) {
            emit(seen, "suppress", "ALREADY_SUCCEEDED");
        } else if (rules.deadline().filter(at -> at != 0 && seen.now() < at).isPresent()) {
            emit(seen, "suppress", "DEADLINE_NOT_REACHED");
        } else if (seen.now() - seen.at() > rules.maxAge()) {
            emit(seen, "suppress", "STALE_DEADLINE");
        } else {
            slot.deadlineDone = true;
            alert(slot, seen, "DEADLINE_MISSED");
        }
    }

    // ---- answers ------------------------------------------------------------------

    private Rules rules(Slot slot) {
        return Rules.of(scenario.policies(), slot.job);
    }

    private void alert(Slot slot, Seen seen, String kind) {
        alert(slot, seen.now(), seen.on(), kind);
    }

    private void alert(Slot slot, long now, String on, String kind) {
        boolean news = openAlerts.add(new Alert(kind, slot.job, slot.partition, slot.generation));
        emit(now, on, news ? "alert" : "suppress", news ? kind : "ALERT_ALREADY_OPEN");
    }

    private void forgetAlerts(Slot slot) {
        openAlerts.removeIf(alert -> alert.job().equals(slot.job) && alert.partition().equals(slot.partition)
                && !NOTICES.contains(alert.kind()));
    }

    private void emit(Seen seen, String decision, String reason) {
        emit(seen.now(), seen.on(), decision, reason);
    }

    private void emit(long now, String on, String decision, String reason) {
        answers.add(new ScenarioAnswer(now, on, decision, reason));
    }
}
