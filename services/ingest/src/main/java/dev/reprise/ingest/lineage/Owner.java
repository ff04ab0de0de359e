// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.Optional;
import java.util.function.Function;

import dev.reprise.schemas.id.RunId;

/**
 * The run that a scheduler can start again, found from any event inside it.
 *
 * @param ref that run and its job
 * @param attempt the try inside that run, from 1
 */
public record Owner(RunRef ref, int attempt) {

    /** Deeper chains than this are a loop or a mistake. */
    private static final int MAX_DEPTH = 8;

    /**
     * Walks up from the event's run until a run that owns itself, one that has no parent, or one that was never seen. The
     * number of the try is that of the highest run on the way that has one: the owner counts, its body only repeats.
     *
     * @param links what is remembered of a run, if anything
     */
    static Owner of(LineageEvent event, Function<RunId, Optional<RunLink>> links) {
        RunLink at = RunLink.of(event);
        // an event that leaves its number out means the try seen last
        Optional<Integer> attempt = at.attempt()
                .or(() -> links.apply(event.self().run()).flatMap(RunLink::attempt));
        for (int depth = 0; depth < MAX_DEPTH && at.role() != RunRole.OWNER && at.parent().isPresent(); depth++) {
            RunRef parent = at.parent().get();
            Optional<RunLink> above = links.apply(parent.run());
            if (above.isEmpty()) {
                return new Owner(parent, attempt.orElse(1));
            }
            at = above.get();
            if (at.attempt().isPresent()) {
                attempt = at.attempt();
            }
        }
        return new Owner(at.self(), attempt.orElse(1));
    }

    /** The key under which everything known of this try is kept. */
    public String key() {
        return ref.run().value() + "#" + attempt;
    }
}
