// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.storm.BreakerState;

/**
 * The breaker of a group, or of one error signature in it.
 *
 * <pre>
 *            failures &gt; limit            probeAfter            most succeed            lane empty
 *   CLOSED --------------------&gt; OPEN -------------&gt; HALF_OPEN -------------&gt; RELEASING -----------&gt; CLOSED
 *                                 ^  most fail or nothing came   |               |
 *                                 +------------------------------+---------------+ failures &gt; limit again
 * </pre>
 *
 * <p>A person opens it from every state (HOLD) and moves it to RELEASING from every open one (RELEASE).
 *
 * @param signature the error signature; empty: the group as a whole
 * @param window failures counted while it is closed or releases
 * @param storm what is known of the storm; absent: it is closed
 * @param alarm when it must be looked at
 */
public record Breaker(String signature, SlidingCount window, Optional<Storm> storm, Optional<Instant> alarm) {
    /** The signature of the group as a whole. */
    public static final String WHOLE_GROUP = "";

    /**
     * A storm.
     *
     * @param since when it began
     * @param failures failures counted when it began
     * @param held reruns in its lane
     * @param released reruns let go
     * @param failedRounds probings that failed in a row
     * @param rounds probings so far
     * @param heldBy the person who holds it; it is not probed then
     * @param trigger the instance that carries its alert
     * @param phase where it stands
     * @param phaseSince since when
     */
    public record Storm(Instant since, int failures, int held, int released, int failedRounds, int rounds,
            Optional<String> heldBy, Optional<InstanceId> trigger, Phase phase, Instant phaseSince) {
        Storm to(Phase next, Instant now) {
            return new Storm(since, failures, held, released, failedRounds, rounds, heldBy, trigger, next,
                    next.state() == phase.state() ? phaseSince : now);
        }

        Storm holding(int change) {
            return new Storm(since, failures, held + change, released, failedRounds, rounds, heldBy, trigger, phase,
                    phaseSince);
        }

        Storm letGo() {
            return new Storm(since, failures, held, released + 1, failedRounds, rounds, heldBy, trigger, phase,
                    phaseSince);
        }

        Storm by(Optional<String> person) {
            return new Storm(since, failures, held, released, failedRounds, rounds, person, trigger, phase, phaseSince);
        }

        Storm probed(int failedInARow) {
            return new Storm(since, failures, held, released, failedInARow, rounds, heldBy, trigger, phase, phaseSince);
        }

        Storm nextRound() {
            return new Storm(since, failures, held, released, failedRounds, rounds + 1, heldBy, trigger, phase,
                    phaseSince);
        }
    }

    /** Where a storm stands. */
    public sealed interface Phase {
        /** Its name in the contract. */
        BreakerState state();

        /**
         * All are held.
         *
         * @param probeAt when it probes, where the rule lets it
         */
        record Open(Instant probeAt) implements Phase {
            @Override
            public BreakerState state() {
                return BreakerState.OPEN;
            }
        }

        /**
         * Probes are out.
         *
         * @param out probes that have not settled
         * @param succeeded probes that succeeded
         * @param failed probes that did not
         * @param until when those that are out count as failed
         */
        record HalfOpen(int out, int succeeded, int failed, Instant until) implements Phase {
            @Override
            public BreakerState state() {
                return BreakerState.HALF_OPEN;
            }
        }

        /**
         * What is held is let go.
         *
         * @param paidUntil the time for which reruns have been let go
         */
        record Releasing(Instant paidUntil) implements Phase {
            @Override
            public BreakerState state() {
                return BreakerState.RELEASING;
            }
        }
    }

    static Breaker closed(String signature) {
        return new Breaker(signature, SlidingCount.EMPTY, Optional.empty(), Optional.empty());
    }

    boolean storms() {
        return storm.isPresent();
    }

    boolean ofGroup() {
        return signature.equals(WHOLE_GROUP);
    }

    Breaker counting(SlidingCount failures) {
        return new Breaker(signature, failures, storm, alarm);
    }

    Breaker with(Storm next) {
        return new Breaker(signature, window, Optional.of(next), alarm);
    }

    Breaker over() {
        return new Breaker(signature, window, Optional.empty(), alarm);
    }

    Breaker waking(Optional<Instant> at) {
        return new Breaker(signature, window, storm, at);
    }
}
