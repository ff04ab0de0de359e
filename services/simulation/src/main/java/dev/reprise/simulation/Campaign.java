// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

import dev.reprise.simulation.choice.Recording;
import dev.reprise.simulation.choice.Shrinker;
import dev.reprise.simulation.judge.Violation;

/** Many histories, one for each seed from a base on. */
public final class Campaign {
    private Campaign() {}

    /**
     * A history that broke a promise.
     *
     * @param seed its seed
     * @param violation the promise
     */
    public record Failure(long seed, Violation violation) {
        /** The same failure with as few choices as possible. */
        public Recording shrunk() {
            return Shrinker.shrink(Recording.of(seed), smaller -> Simulation.run(smaller).violation()
                    .filter(found -> found.invariant().equals(violation.invariant())).isPresent());
        }

        /** All that a person needs: the seed, the small history that can be kept as a test, and what happens in it. */
        public String report() {
            Recording small = shrunk();
            List<String> steps = new ArrayList<>();
            Simulation.run(small, steps::add);
            return "seed " + seed + " breaks " + violation + "\n\n" + small.text() + "\n" + String.join("\n", steps);
        }
    }

    /**
     * What a campaign came to.
     *
     * @param histories how many were run
     * @param coverage what happened in them
     * @param failure the first that broke a promise
     */
    public record Result(long histories, Coverage coverage, Optional<Failure> failure) {}

    /**
     * Runs histories until one breaks a promise.
     *
     * @param base the first seed
     * @param step from one seed to the next
     * @param count how many at most
     * @param progress told how many are done, after each
     */
    public static Result run(long base, long step, long count, LongConsumer progress) {
        Coverage coverage = new Coverage();
        for (long done = 0; done < count; done++) {
            long seed = base + done * step;
            Simulation.Played outcome = Simulation.run(Recording.of(seed));
            coverage.add(outcome.coverage());
            if (outcome.violation().isPresent()) {
                return new Result(done + 1, coverage,
                        Optional.of(new Failure(seed, outcome.violation().get())));
            }
            progress.accept(done + 1);
        }
        return new Result(count, coverage, Optional.empty());
    }
}
