// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.storm.Breaker.Phase;
import dev.reprise.core.storm.Breaker.Storm;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;

/** What opens a breaker, what it holds, how it probes, releases and closes. */
final class Storms {
    /** The longest wait before a probe, in times of {@code probeAfter}. */
    static final int MAX_BACKOFF = 8;
    /** The shortest time that probes are given. */
    static final Duration MIN_PROBE_TIME = Duration.ofHours(1);
    /** How many times the usual duration probes are given: a probe waits out its back-off first. */
    private static final int PROBE_PATIENCE = 3;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Optional<Reason> RELEASED = Optional.of(Reason.STORM_RELEASED);

    private Storms() {}

    /** The time between two releases. */
    static Duration pace(AdmissionRule rule) {
        return MINUTE.dividedBy(rule.releasePerMinute());
    }

    static boolean probesByItself(AdmissionRule rule) {
        return rule.release() == BreakerRelease.AUTOMATIC;
    }

    /**
     * Holds a rerun at an open breaker, or counts its failure and lets it pass.
     *
     * @param fresh whether its failure has not been counted yet
     */
    static void judge(Round round, Ask ask, boolean fresh) {
        Breaker group = round.breaker(Breaker.WHOLE_GROUP);
        Breaker own = ask.signature().isEmpty() ? group : round.breaker(ask.signature());
        if (group.storms()) {
            join(round, group, ask, fresh);
        } else if (own.storms()) {
            join(round, own, ask, fresh);
        } else if (fresh) {
            count(round, group, own, ask);
        } else {
            Gates.spend(round, ask, Optional.empty(), "");
        }
    }

    /** Failures that come while a breaker releases are counted: they may be a new storm. */
    private static void join(Round round, Breaker breaker, Ask ask, boolean fresh) {
        if (fresh && breaker.storm().orElseThrow().phase() instanceof Phase.Releasing) {
            Breaker counted = plusOne(round, breaker);
            round.save(exceeds(round, counted)
                    ? reopened(round, counted.storm().orElseThrow(), breaker)
                    : counted);
        }
        hold(round, round.breaker(breaker.signature()), ask, false);
    }

    private static Breaker reopened(Round round, Storm storm, Breaker breaker) {
        int failed = storm.failedRounds() + 1;
        return breaker.counting(SlidingCount.EMPTY)
                .with(storm.probed(failed).to(new Phase.Open(round.now.plus(wait(round, failed))), round.now));
    }

    /**
     * The error's own breaker goes first: where all failures bear one signature, it says more of the cause than the
     * group does, and what else fails in the group is not held for it.
     */
    private static void count(Round round, Breaker group, Breaker own, Ask ask) {
        Breaker ownCounted = plusOne(round, own);
        if (!own.ofGroup() && exceeds(round, ownCounted) && round.storming().size() < GroupState.MAX_STORMS) {
            // Its failures are that breaker's from now on; for the group, counting starts anew.
            round.save(group.counting(SlidingCount.EMPTY));
            open(round, ownCounted, ask);
            return;
        }
        Breaker groupCounted = own.ofGroup() ? ownCounted : plusOne(round, group);
        if (!own.ofGroup()) {
            round.save(ownCounted);
        }
        if (exceeds(round, groupCounted)) {
            open(round, groupCounted, ask);
        } else {
            round.save(groupCounted);
            Gates.spend(round, ask, Optional.empty(), "");
        }
    }

    private static Breaker plusOne(Round round, Breaker breaker) {
        return breaker.counting(breaker.window().plus(round.now, round.rule().window()));
    }

    private static boolean exceeds(Round round, Breaker breaker) {
        return breaker.window().total() > round.rule().failures();
    }

    private static void open(Round round, Breaker breaker, Ask ask) {
        round.save(breaker.counting(SlidingCount.EMPTY)
                .with(begun(round, breaker, Optional.empty(), Optional.of(ask.instance()))));
        hold(round, round.breaker(breaker.signature()), ask, true);
    }

    private static Storm begun(Round round, Breaker breaker, Optional<String> heldBy, Optional<InstanceId> trigger) {
        return new Storm(round.now, breaker.window().total(), 0, 0, 0, 0, heldBy, trigger,
                new Phase.Open(round.now.plus(wait(round, 0))), round.now);
    }

    private static void hold(Round round, Breaker breaker, Ask ask, boolean opened) {
        Storm storm = breaker.storm().orElseThrow();
        String cause = storm.heldBy().map(person -> "held by " + person)
                .orElseGet(() -> storm.failures() + " failures within " + round.rule().window());
        round.hold(ask, Lane.of(breaker), Reason.STORM_HELD, opened, round.subject(breaker),
                "breaker " + storm.phase().state() + " since " + storm.since() + ": " + cause + "; " + storm.held()
                        + " reruns were held before this one");
    }

    private static Duration wait(Round round, int failedRounds) {
        Duration probeAfter = round.knownRule().map(AdmissionRule::probeAfter).orElse(MINUTE);
        return probeAfter.multipliedBy(Math.min(MAX_BACKOFF, 1L << Math.min(failedRounds, MAX_BACKOFF)));
    }

    static void controlled(Round round, StormControlled controlled) {
        if (!round.isNew(controlled.requestId())) {
            return;
        }
        if (controlled.action() == StormAction.HOLD) {
            Breaker group = round.breaker(Breaker.WHOLE_GROUP);
            Optional<String> person = Optional.of(controlled.actor());
            round.save(group.counting(SlidingCount.EMPTY).with(group.storm()
                    .map(storm -> storm.by(person).to(new Phase.Open(round.now), round.now))
                    .orElseGet(() -> begun(round, group, person, Optional.empty()))));
        } else {
            for (String signature : List.copyOf(round.storming().keySet())) {
                Breaker breaker = round.breaker(signature);
                Storm storm = breaker.storm().orElseThrow();
                if (!(storm.phase() instanceof Phase.Releasing)) {
                    release(round, breaker, storm.by(Optional.empty()), "released by " + controlled.actor());
                }
            }
        }
    }

    /** The alarm of a breaker rang. */
    static void due(Round round, Breaker breaker) {
        if (breaker.storm().isEmpty()) {
            round.save(breaker.counting(breaker.window().at(round.now, round.rule().window())));
            return;
        }
        Storm storm = breaker.storm().get();
        switch (storm.phase()) {
            case Phase.Open _ -> probe(round, breaker, storm);
            case Phase.HalfOpen half -> judgeProbes(round, breaker, storm,
                    new Phase.HalfOpen(0, half.succeeded(), half.failed() + half.out(), half.until()));
            case Phase.Releasing releasing -> releaseSome(round, breaker, releasing);
        }
    }

    private static void probe(Round round, Breaker breaker, Storm storm) {
        boolean behindGroup = !breaker.ofGroup() && round.storming().containsKey(Breaker.WHOLE_GROUP);
        if (behindGroup || !probesByItself(round.rule())) {
            round.save(breaker.with(storm.to(new Phase.Open(round.now.plus(wait(round, 0))), round.now)));
            return;
        }
        int probing = storm.rounds() + 1;
        Instant until = round.now.plus(max(MIN_PROBE_TIME, round.rule().probeAfter()));
        int out = 0;
        Optional<Ask> next = round.first(Lane.of(breaker));
        while (next.isPresent() && out < round.rule().probes() && round.mayMove()) {
            Ask ask = next.get();
            round.take(ask);
            Optional<Breaker> other = other(round, breaker, ask);
            if (other.isPresent()) {
                hold(round, other.get(), ask, false);
            } else {
                out++;
                until = later(until, round.usualDuration(ask.instance().job())
                        .map(usual -> round.now.plus(usual.multipliedBy(PROBE_PATIENCE))).orElse(until));
                letGo(round, breaker.signature(), ask.probing(new Ask.Probing(breaker.signature(), probing)));
            }
            next = round.first(Lane.of(breaker));
        }
        Breaker after = round.breaker(breaker.signature());
        if (out > 0) {
            round.save(after.with(after.storm().orElseThrow().nextRound()
                    .to(new Phase.HalfOpen(out, 0, 0, until), round.now)));
        } else if (next.isEmpty()) {
            close(round, after, "nothing was held any more");
        } else {
            round.save(after.with(after.storm().orElseThrow().to(new Phase.Open(round.now), round.now)));
        }
    }

    /**
     * The other breaker that must hold what this one lets go. That of an error which releases itself does not: the two
     * would hand the rerun to each other for ever.
     */
    private static Optional<Breaker> other(Round round, Breaker breaker, Ask ask) {
        String signature = breaker.ofGroup() ? ask.signature() : Breaker.WHOLE_GROUP;
        return signature.equals(breaker.signature())
                ? Optional.empty()
                : Optional.of(round.breaker(signature)).filter(other -> other.storm()
                        .filter(storm -> other.ofGroup() || !(storm.phase() instanceof Phase.Releasing)).isPresent());
    }

    /** A probe passes the budget. */
    private static void letGo(Round round, String signature, Ask ask) {
        countRelease(round, signature);
        Gates.admit(round, ask, RELEASED, "let go to probe whether the trouble is over");
    }

    private static void countRelease(Round round, String signature) {
        Breaker breaker = round.breaker(signature);
        round.save(breaker.with(breaker.storm().orElseThrow().letGo()));
    }

    /** A probe has ended. One of an earlier probing means nothing any more. */
    static void probed(Round round, Ask.Probing probe, AdmissionOutcome outcome) {
        Breaker breaker = round.breaker(probe.signature());
        breaker.storm().filter(storm -> storm.rounds() == probe.round()).ifPresent(storm -> {
            if (storm.phase() instanceof Phase.HalfOpen half) {
                judgeProbes(round, breaker, storm,
                        new Phase.HalfOpen(half.out() - 1,
                                half.succeeded() + (outcome == AdmissionOutcome.SUCCEEDED ? 1 : 0),
                                half.failed() + (outcome == AdmissionOutcome.FAILED ? 1 : 0), half.until()));
            }
        });
    }

    private static void judgeProbes(Round round, Breaker breaker, Storm storm, Phase.HalfOpen half) {
        if (half.out() > 0) {
            round.save(breaker.with(storm.to(half, round.now)));
        } else if (half.succeeded() > half.failed()) {
            release(round, breaker, storm.probed(0), half.succeeded() + " probes succeeded");
        } else if (half.succeeded() + half.failed() == 0) {
            // All were withdrawn: nothing is known, so others probe at once.
            round.save(breaker.with(storm.to(new Phase.Open(round.now), round.now)));
        } else {
            round.save(reopened(round, storm, breaker));
        }
    }

    private static void release(Round round, Breaker breaker, Storm storm, String detail) {
        Breaker counting = breaker.counting(SlidingCount.EMPTY);
        if (storm.held() == 0) {
            close(round, counting, detail + "; nothing was held any more");
        } else {
            Instant paid = round.now.minus(pace(round.rule()));
            round.save(counting.with(storm.to(new Phase.Releasing(paid), round.now)));
        }
    }

    private static void releaseSome(Round round, Breaker breaker, Phase.Releasing releasing) {
        Duration pace = pace(round.rule());
        long owed = Duration.between(releasing.paidUntil(), round.now).dividedBy(pace);
        // At most a second's worth at once: after a pause of the coordinator, what was missed is not made up in a burst.
        long most = Math.max(1, round.rule().releasePerMinute() / MINUTE.toSeconds());
        long take = Math.min(owed, most);
        long taken = 0;
        Optional<Ask> next = round.first(Lane.of(breaker));
        while (next.isPresent() && taken < take && round.mayMove()) {
            Ask ask = next.get();
            round.take(ask);
            countRelease(round, breaker.signature());
            Optional<Breaker> other = other(round, breaker, ask);
            if (other.isPresent()) {
                hold(round, other.get(), ask, false);
            } else {
                Gates.spend(round, ask, RELEASED, "let go after the storm");
            }
            taken++;
            next = round.first(Lane.of(breaker));
        }
        Breaker after = round.breaker(breaker.signature());
        if (next.isEmpty()) {
            close(round, after, "all that was held has been let go");
        } else {
            Instant paid = owed > most ? round.now : releasing.paidUntil().plus(pace.multipliedBy(taken));
            round.save(after.with(after.storm().orElseThrow().to(new Phase.Releasing(paid), round.now)));
        }
    }

    private static void close(Round round, Breaker breaker, String detail) {
        breaker.storm().flatMap(Storm::trigger).ifPresent(trigger -> round.say(new StormEnded(trigger.job(),
                trigger.partition(), round.now, round.subject(breaker), detail)));
        round.save(breaker.over());
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }
}
