// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.Optional;

/**
 * What is remembered of a run so that its children find their owner: a Spark statement names the application only, and
 * only the application names the task.
 *
 * @param self the run
 * @param role what it is
 * @param parent the run that contains it
 * @param attempt the highest try it was seen with
 */
public record RunLink(RunRef self, RunRole role, Optional<RunRef> parent, Optional<Integer> attempt) {

    /** The link an event leaves behind. */
    static RunLink of(LineageEvent event) {
        return new RunLink(event.self(), event.role(), event.parent(), event.hints().attempt());
    }

    /** Both together: what is known stays known when a later event leaves it out. */
    RunLink mergedWith(RunLink earlier) {
        Optional<Integer> highest = attempt.isPresent() && earlier.attempt.isPresent()
                ? Optional.of(Math.max(attempt.get(), earlier.attempt.get()))
                : attempt.or(earlier::attempt);
        return new RunLink(self, role, parent.or(earlier::parent), highest);
    }
}
