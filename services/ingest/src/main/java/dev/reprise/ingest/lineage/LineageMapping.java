// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.RunId;

/**
 * The mapping: what is remembered and one event in, what is remembered and the events to send out. Pure and total; the same
 * event again changes nothing and sends nothing.
 */
public final class LineageMapping {

    private LineageMapping() {}

    /**
     * What an event leads to.
     *
     * @param context what is remembered of the run from now on
     * @param events what its instances are to be told, in order
     */
    public record Step(RunContext context, List<RunEvent> events) {
        /** Takes a copy. */
        public Step {
            events = List.copyOf(events);
        }
    }

    /**
     * The run an event belongs to.
     *
     * @param links what is remembered of a run, if anything
     */
    public static Owner owner(LineageEvent event, Function<RunId, Optional<RunLink>> links) {
        return Owner.of(event, links);
    }

    /** What is to be remembered of the event's own run so that its children find their owner. */
    public static RunLink link(LineageEvent event, Optional<RunLink> known) {
        RunLink link = RunLink.of(event);
        return known.map(link::mergedWith).orElse(link);
    }

    /**
     * Takes in one event.
     *
     * @param known what is remembered of the owner's try, if anything
     */
    public static Step apply(Owner owner, Optional<RunContext> known, LineageEvent event) {
        RunContext before = known.orElseGet(() -> RunContext.fresh(owner, event.source()));
        boolean ofOwner = event.self().run().equals(owner.ref().run());
        RunFacts more = before.facts().with(event, ofOwner);
        // an instance that was told of a run goes on hearing of it by the same name
        RunFacts facts = before.told().isEmpty()
                ? more
                : more.named(before.facts().runName(), before.facts().slice());
        PartitionChoice choice = before.choice().with(event.rules());
        return Telling.of(new RunContext(owner, facts, facts.ended() ? choice.settled() : choice, before.told()));
    }

    /**
     * Ends the wait for a partition: the run has been silent for long, so it is told as one of the whole job, and whoever
     * watches for lost runs can find it.
     */
    public static Step settle(RunContext context) {
        return Telling.of(
                new RunContext(context.owner(), context.facts(), context.choice().settled(), context.told()));
    }
}
