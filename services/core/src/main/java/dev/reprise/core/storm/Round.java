// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;

/**
 * The working set of one step: what it reads, what it has changed so far, what it will say. Keeps alarms, counters and
 * lanes in step with the rows, so that the rules speak of breakers and questions alone. Lives for one step.
 */
final class Round {
    /** As long as the topic keeps what would settle it: after that nothing can free its slot. */
    static final Duration REMEMBER_OPEN = Duration.ofDays(7);
    /** Longer than any repetition of a question is under way. */
    static final Duration REMEMBER_SETTLED = Duration.ofHours(1);
    /** Most that one group may hold in its lanes. */
    static final int MAX_HELD = 100_000;
    /** Most reruns that one step moves, so that the poll loop lives. */
    private static final int MAX_MOVES = 500;

    final GroupRows rows;
    final Instant now;
    private final GroupState before;
    private final SortedMap<String, BreakerState> storming;
    private final Map<String, Optional<StormSnapshot>> touched = new LinkedHashMap<>();
    private final List<CoordinatorEvent> answers = new ArrayList<>();
    private Optional<AdmissionRule> rule;
    private RetryBudget budget;
    private GroupState.Counts counts;
    private List<String> requests;
    private int moves = MAX_MOVES;
    private boolean unfinished;
    private long asked;

    Round(GroupState state, GroupRows rows, Instant now) {
        this.before = state;
        this.rows = rows;
        this.now = now.isAfter(state.clock()) ? now : state.clock();
        this.storming = new TreeMap<>(state.storming());
        this.rule = state.rule();
        this.budget = state.budget();
        this.counts = state.counts();
        this.requests = state.requests();
        this.asked = state.asked();
    }

    GroupStep end() {
        List<StormSnapshot> changed = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        touched.forEach((signature, shown) -> {
            Optional<StormSnapshot> shows = snapshot(breaker(signature));
            if (shows.isEmpty() && shown.isPresent()) {
                closed.add(shown.get().subject());
            } else if (!shows.equals(shown)) {
                shows.ifPresent(changed::add);
            }
        });
        Optional<Instant> due = Stream.concat(rows.firstAlarm().map(Alarm::due).stream(), budgetDue().stream())
                .min(Instant::compareTo);
        return new GroupStep(new GroupState(before.group(), now, asked, rule, budget, counts, storming, requests,
                unfinished ? Optional.of(now) : due), List.copyOf(answers), changed, closed);
    }

    private Optional<Instant> budgetDue() {
        return counts.budget() == 0 ? Optional.empty() : budget.nextPlace(now);
    }

    AdmissionRule rule() {
        return rule.orElseThrow(() -> new IllegalStateException("group " + before.group()
                + " has something to rule on and was never asked"));
    }

    Optional<AdmissionRule> knownRule() {
        return rule;
    }

    void rule(AdmissionRule latest) {
        rule = Optional.of(latest);
    }

    /** The number of a new question. */
    long nextNumber() {
        return ++asked;
    }

    RetryBudget budget() {
        return budget;
    }

    void budget(RetryBudget next) {
        budget = next;
    }

    GroupState.Counts counts() {
        return counts;
    }

    SortedMap<String, BreakerState> storming() {
        return storming;
    }

    String group() {
        return before.group();
    }

    String subject(Breaker breaker) {
        return Subjects.of(group(), breaker.signature());
    }

    /** Whether this click is new; it is known from then on. */
    boolean isNew(String requestId) {
        if (requests.contains(requestId)) {
            return false;
        }
        List<String> latest = new ArrayList<>(requests);
        latest.add(requestId);
        requests = List.copyOf(latest.subList(Math.max(0, latest.size() - GroupState.MAX_REQUESTS), latest.size()));
        return true;
    }

    /** Whether one more rerun may be moved in this step; where not, the next one goes on. */
    boolean mayMove() {
        if (moves == 0) {
            unfinished = true;
            return false;
        }
        moves--;
        return true;
    }

    Breaker breaker(String signature) {
        return rows.breaker(signature).orElseGet(() -> Breaker.closed(signature));
    }

    void save(Breaker breaker) {
        Optional<Breaker> stored = rows.breaker(breaker.signature());
        touched.computeIfAbsent(breaker.signature(), _ -> stored.flatMap(this::snapshot));
        Optional<Instant> alarm = alarm(breaker);
        Optional<Instant> old = stored.flatMap(Breaker::alarm);
        if (!old.equals(alarm)) {
            old.ifPresent(due -> rows.unset(new Alarm(due, Alarm.Kind.BREAKER, breaker.signature())));
            alarm.ifPresent(due -> rows.set(new Alarm(due, Alarm.Kind.BREAKER, breaker.signature())));
        }
        if (breaker.storms()) {
            storming.put(breaker.signature(), breaker.storm().orElseThrow().phase().state());
        } else {
            storming.remove(breaker.signature());
        }
        if (breaker.storms() || !breaker.window().isEmpty()) {
            rows.put(breaker.waking(alarm));
        } else {
            rows.forget(breaker.signature());
        }
    }

    private Optional<Instant> alarm(Breaker breaker) {
        if (breaker.storm().isPresent()) {
            Breaker.Storm storm = breaker.storm().get();
            return switch (storm.phase()) {
                case Breaker.Phase.Open open ->
                    storm.heldBy().isPresent() ? Optional.empty() : Optional.of(open.probeAt());
                case Breaker.Phase.HalfOpen half -> Optional.of(half.until());
                case Breaker.Phase.Releasing releasing ->
                    Optional.of(releasing.paidUntil().plus(rule.map(Storms::pace).orElse(Duration.ZERO)));
            };
        }
        if (breaker.window().isEmpty()) {
            return Optional.empty();
        }
        // One that is set already is left to ring: it would be set anew with each failure otherwise.
        return breaker.alarm().filter(now::isBefore).or(() -> Optional.of(breaker.window().lastEnd(rule().window())));
    }

    private Optional<StormSnapshot> snapshot(Breaker breaker) {
        return breaker.storm().map(storm -> new StormSnapshot(subject(breaker), group(),
                breaker.ofGroup() ? Optional.empty() : Optional.of(breaker.signature()), storm.phase().state(),
                storm.since(), storm.failures(), storm.held(), storm.released(), nextProbe(storm), storm.heldBy(),
                storm.trigger(), storm.phaseSince()));
    }

    private Optional<Instant> nextProbe(Breaker.Storm storm) {
        return storm.phase() instanceof Breaker.Phase.Open open && storm.heldBy().isEmpty()
                && rule.filter(Storms::probesByItself).isPresent() ? Optional.of(open.probeAt()) : Optional.empty();
    }

    void save(Ask ask) {
        Optional<Instant> old = rows.ask(ask.rerunId()).flatMap(Ask::expires);
        if (!old.equals(ask.expires())) {
            old.ifPresent(due -> rows.unset(new Alarm(due, Alarm.Kind.ASK, ask.rerunId().value())));
            ask.expires().ifPresent(due -> rows.set(new Alarm(due, Alarm.Kind.ASK, ask.rerunId().value())));
        }
        rows.put(ask);
    }

    /** Puts a rerun into a lane and says so; it must stand in none. */
    void hold(Ask ask, Lane lane, Reason reason, boolean opened, String subject, String detail) {
        if (counts.held() >= MAX_HELD && !opened) {
            repeat(ask.held(lane, new Ask.Ruling(now, Optional.of(reason), false, subject, detail + "; " + MAX_HELD
                    + " reruns are held already, so this one has no place in the queue until it asks again")));
            return;
        }
        Ask held = ask.held(lane, new Ask.Ruling(now, Optional.of(reason), opened, subject, detail));
        rows.enter(lane, Place.of(lane, held));
        counted(lane, 1);
        save(held);
        repeat(held);
    }

    /** Takes a rerun out of its lane, if it stands in one. */
    void take(Ask ask) {
        ask.lane().ifPresent(lane -> {
            rows.leave(lane, Place.of(lane, ask));
            counted(lane, -1);
        });
    }

    private void counted(Lane lane, int change) {
        counts = counts.heldIn(lane.kind(), change);
        if (lane.kind() == Lane.Kind.BREAKER) {
            Breaker breaker = breaker(lane.signature());
            breaker.storm().ifPresent(storm -> save(breaker.with(storm.holding(change))));
        }
    }

    /** Lets a rerun go and says so. */
    void let(Ask ask, Ask.Standing standing, Optional<Reason> reason, String subject, String detail) {
        counts = counts.underWay(standing == Ask.Standing.UNDER_WAY ? 1 : 0);
        Ask admitted = ask.let(standing, new Ask.Ruling(now, reason, false, subject, detail),
                now.plus(REMEMBER_OPEN));
        save(admitted);
        repeat(admitted);
    }

    /** Ends a rerun's part in the group. */
    void settle(Ask ask) {
        take(ask);
        counts = counts.underWay(ask.standing() == Ask.Standing.UNDER_WAY ? -1 : 0);
        save(ask.let(Ask.Standing.SETTLED, ask.ruling(), now.plus(REMEMBER_SETTLED)));
    }

    /** Forgets a rerun whose time is over. */
    void forget(Ask ask) {
        counts = counts.underWay(ask.standing() == Ask.Standing.UNDER_WAY ? -1 : 0);
        rows.forget(ask.rerunId());
    }

    /** Says what a rerun was told last. */
    void repeat(Ask ask) {
        boolean held = ask.lane().isPresent();
        answers.add(new AdmissionRuled(ask.instance().job(), ask.instance().partition(), ask.ruling().at(),
                ask.rerunId(), ask.isAboutSlot(), held ? AdmissionRuling.HELD : AdmissionRuling.ADMITTED,
                ask.ruling().reason(),
                ask.ruling().opened(), ask.ruling().subject(), ask.ruling().detail(),
                usualDuration(ask.instance().job())));
    }

    void say(CoordinatorEvent event) {
        answers.add(event);
    }

    /** The median of the latest runs. */
    Optional<Duration> usualDuration(JobId job) {
        List<Duration> latest = rows.durations(job).stream().sorted().toList();
        return latest.isEmpty() ? Optional.empty() : Optional.of(latest.get(latest.size() / 2));
    }

    Optional<Ask> first(Lane lane) {
        return rows.first(lane).flatMap(place -> rows.ask(place.rerunId()));
    }
}
