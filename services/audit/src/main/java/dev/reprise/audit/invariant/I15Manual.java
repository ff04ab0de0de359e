// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** What a person asks for never runs beside what the machine decided, and repeats a success only when forced. */
final class I15Manual implements Invariant {
    @Override
    public String id() {
        return "I15";
    }

    @Override
    public String promise() {
        return "manual and automatic reruns never overlap, and only force repeats a success";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (InstanceId instance : history.instances()) {
            List<Claim> claims = Claim.of(history, instance);
            for (int i = 1; i < claims.size(); i++) {
                Claim first = claims.get(i - 1);
                Claim second = claims.get(i);
                if (isManual(history, first) != isManual(history, second)) {
                    judgeOverlap(history, first, second, judgement);
                }
            }
            judgeForce(history, claims, judgement);
        }
    }

    private static void judgeOverlap(History history, Claim first, Claim second, Judgement judgement) {
        switch (Overlap.of(history, first, second)) {
            case APART -> judgement.checked();
            case UNKNOWN -> judgement.notJudged();
            case OVERLAPPING -> judgement.require(false, second.name() + " ("
                    + (isManual(history, second) ? "manual" : "automatic") + ") was decided while rerun "
                    + first.rerun().rerunId() + " (" + (isManual(history, first) ? "manual" : "automatic")
                    + ") was open");
        }
    }

    private static void judgeForce(History history, List<Claim> claims, Judgement judgement) {
        long after = -1;
        for (Claim claim : claims) {
            if (Origin.of(history, claim) instanceof Origin.Request(var asked, var request) && !request.force()) {
                Optional<Logged<EventNote>> success = Successes.standing(history, claim.instance(), after,
                        asked.position().offset());
                judgement.require(success.isEmpty(), claim.name() + " was asked for without force at "
                        + asked.position() + ", after the success at "
                        + success.map(event -> event.position().toString()).orElse(""));
            }
            after = claim.barrier().map(barrier -> barrier.offset()).orElse(after);
        }
    }

    private static boolean isManual(History history, Claim claim) {
        return Origin.of(history, claim) instanceof Origin.Request;
    }
}
