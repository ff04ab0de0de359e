// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** A generation of an instance begins at most once outside, and one run alone passes each of its gates. */
final class I17Gate implements Invariant {
    private record Generation(InstanceId instance, long number) {}

    @Override
    public String id() {
        return "I17";
    }

    @Override
    public String promise() {
        return "each generation of an instance begins at most once, and one run alone passes its gates";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        GatePermits.judge(history, judgement);
        Optional<Journal> journal = history.journal();
        if (journal.isEmpty() && history.permits().isEmpty()) {
            judgement
                    .cannot("no run is gated, and what began outside is known to the target alone: give its --journal");
            return;
        }
        if (journal.isEmpty()) {
            judgement.note("what began outside is not judged: give the target's --journal");
            return;
        }
        Map<Generation, List<Start>> starts = new HashMap<>();
        for (Start start : journal.get().starts()) {
            Optional<Long> generation = history.commands(start.rerunId()).stream()
                    .map(command -> command.message().generation()).findFirst();
            if (generation.isEmpty()) {
                judgement.notJudged();
            } else {
                starts.computeIfAbsent(new Generation(start.instance(), generation.get()), _ -> new ArrayList<>())
                        .add(start);
            }
        }
        starts.forEach((generation, all) -> judgement.require(all.size() == 1, generation.instance() + ": generation "
                + generation.number() + " began " + all.size() + " times: "
                + all.stream().map(Start::where).collect(Collectors.joining(", "))));
    }
}
