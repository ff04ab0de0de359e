// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.ingest.definition.JobEvidence;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.RunId;

/** The mapping with its memory in maps: what comes out of a list of bodies. */
public final class Replay {

    private static final Instant LATER = Instant.parse("2026-12-01T00:00:00Z");
    private final LineageParser parser = new LineageParser();
    private final Map<RunId, RunLink> links = new HashMap<>();
    private final Map<String, RunContext> contexts = new HashMap<>();
    private final List<RunEvent> events = new ArrayList<>();

    /** Everything told after these bodies. */
    public static List<RunEvent> of(List<String> bodies) {
        Replay replay = new Replay();
        bodies.forEach(replay::take);
        return replay.events;
    }

    Replay take(String body) {
        if (parser.parse(body.getBytes(StandardCharsets.UTF_8),
                LATER) instanceof Parsed.Run(LineageEvent event, JobEvidence _)) {
            links.put(event.self().run(),
                    LineageMapping.link(event, Optional.ofNullable(links.get(event.self().run()))));
            Owner owner = LineageMapping.owner(event, run -> Optional.ofNullable(links.get(run)));
            keep(LineageMapping.apply(owner, Optional.ofNullable(contexts.get(owner.key())), event));
        }
        return this;
    }

    /** What happens to every run without a known partition after a long silence. */
    Replay fallSilent() {
        List.copyOf(contexts.values()).stream().filter(RunContext::undecided).map(LineageMapping::settle)
                .forEach(this::keep);
        return this;
    }

    List<RunEvent> events() {
        return events;
    }

    RunContext onlyContext() {
        if (contexts.size() != 1) {
            throw new IllegalStateException("contexts: " + contexts.keySet());
        }
        return contexts.values().iterator().next();
    }

    private void keep(LineageMapping.Step step) {
        contexts.put(step.context().owner().key(), step.context());
        events.addAll(step.events());
    }
}
