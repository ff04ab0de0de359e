// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** The generations of an instance's reruns grow, and one is over before the next is decided. */
final class I02OneOpenGeneration implements Invariant {
    /** What was silent for so long may have been forgotten; it is counted anew then. */
    private static final Duration FORGOTTEN = Topics.ALERTS.retention();

    @Override
    public String id() {
        return "I2";
    }

    @Override
    public String promise() {
        return "an instance has one open rerun at a time, and its generations grow";
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
                pair(history, claims.get(i - 1), claims.get(i), judgement);
            }
            if (claims.size() == 1) {
                judgement.checked();
            }
        }
    }

    private static void pair(History history, Claim first, Claim second, Judgement judgement) {
        boolean anew = Duration.between(first.logged().message().at(), second.logged().message().at())
                .compareTo(FORGOTTEN) > 0;
        judgement.require(anew || second.rerun().generation() > first.rerun().generation(),
                second.name() + " has generation "
                        + second.rerun().generation() + " after " + first.rerun().generation() + " of "
                        + first.rerun().rerunId()
                        + " (" + first.logged().position() + ")");
        switch (Overlap.of(history, first, second)) {
            case APART -> judgement.checked();
            case UNKNOWN -> judgement.notJudged();
            case OVERLAPPING -> judgement.require(false, second.name() + " was decided while rerun "
                    + first.rerun().rerunId() + " (" + first.logged().position()
                    + ") was open: nothing in between says that it ended, was refused or was taken back");
        }
    }
}
