// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** A rerun that answers a failure is never decided past a success that was in the log before its barrier. */
final class I03NoRerunPastSuccess implements Invariant {
    @Override
    public String id() {
        return "I3";
    }

    @Override
    public String promise() {
        return "no rerun is decided past a success that was in the log already";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (InstanceId instance : history.instances()) {
            long after = -1;
            for (Claim claim : Claim.of(history, instance)) {
                if (claim.barrier().isEmpty() || history.extent().isGone(claim.barrier().get())) {
                    judgement.notJudged();
                    continue;
                }
                long barrier = claim.barrier().get().offset();
                if (answersAFailure(history, claim)) {
                    Optional<Logged<EventNote>> success = Successes.standing(history, instance, after, barrier);
                    judgement.require(success.isEmpty(), claim.name() + " was decided at " + claim.barrier().get()
                            + " although the instance had succeeded at "
                            + success.map(event -> event.position().toString()).orElse(""));
                }
                after = barrier;
            }
        }
    }

    /** What a person asked for is a matter of I15; what reads something that was written anew has succeeded before. */
    private static boolean answersAFailure(History history, Claim claim) {
        return switch (Origin.of(history, claim)) {
            case Origin.Failure _,Origin.Nothing _,Origin.Gone _ -> true;
            case Origin.Request _,Origin.Rewrite _ -> false;
        };
    }
}
