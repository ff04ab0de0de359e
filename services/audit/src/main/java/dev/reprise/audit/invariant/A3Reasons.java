// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.topic.Topics;

/** Every decision says why, what for, and under which policy. */
final class A3Reasons implements Invariant {
    private static final String TIMER = "timer ";
    private static final String NO_POLICY = "none";

    @Override
    public String id() {
        return "A3";
    }

    @Override
    public String promise() {
        return "every decision carries its reason, its cause and its policy";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.DECISIONS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (Logged<DecisionRecord> logged : history.decisions()) {
            DecisionRecord decision = logged.message();
            if (decision.decision().reason() == Reason.UNRECOGNISED) {
                // Written by a newer version: it has a reason, which this one cannot name.
                judgement.notJudged();
                continue;
            }
            String name = decision.instance() + ": the decision at " + logged.position();
            judgement.require(hasCause(decision.cause()), name + " names neither a record nor a timer as its cause");
            if (decision.decision() instanceof Decision.Rerun && decision.policyVersion().equals(NO_POLICY)) {
                judgement.violated(name + " reruns a job that has no policy");
            }
            if (decision.detail().isBlank()) {
                judgement.violated(name + " does not say what it rested on");
            }
        }
        history.unusable().stream().filter(unusable -> unusable.position().topic() == Topics.DECISIONS)
                .forEach(unusable -> judgement.violated("the decision at " + unusable.position()
                        + " cannot be read: " + unusable.cause()));
    }

    private static boolean hasCause(Cause cause) {
        boolean record = cause.topic().isPresent() && cause.kafkaPartition().isPresent()
                && cause.offset().isPresent();
        return record || cause.type().startsWith(TIMER) && cause.type().length() > TIMER.length();
    }
}
