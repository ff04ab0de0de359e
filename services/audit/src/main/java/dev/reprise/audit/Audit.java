// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.invariant.Invariant;
import dev.reprise.audit.invariant.Invariants;
import dev.reprise.schemas.topic.Topics;

/** Judges a history by every invariant. Pure. */
public final class Audit {
    private Audit() {}

    /** What each invariant comes to, in the order of their names. */
    public static List<Finding> of(History history) {
        return Invariants.all().stream().map(invariant -> judge(invariant, history)).toList();
    }

    private static Finding judge(Invariant invariant, History history) {
        Judgement judgement = new Judgement(invariant.id(), invariant.promise());
        Set<String> missing = invariant.needs().stream().filter(topic -> !history.extent().exists(topic))
                .map(Topics::suffix).collect(Collectors.toSet());
        if (missing.isEmpty()) {
            invariant.judge(history, judgement);
        } else {
            judgement.cannot("there is no topic " + missing.stream().sorted().collect(Collectors.joining(", ")));
        }
        return judgement.finding();
    }
}
