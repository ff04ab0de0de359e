// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Slack;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** Every wait is over soon after it is due, as long as the coordinator is at work. */
final class I18Liveness implements Invariant {
    private static final int PERCENT = 100;

    @Override
    public String id() {
        return "I18";
    }

    @Override
    public String promise() {
        return "no wait is left behind, and 99 of 100 are over within a minute of being due";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.DECISIONS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Map<Integer, List<Instant>> atWork = new HashMap<>();
        for (Logged<DecisionRecord> decision : history.decisions()) {
            atWork.computeIfAbsent(decision.position().kafkaPartition(), _ -> new ArrayList<>())
                    .add(decision.message().at());
        }
        atWork.values().forEach(Collections::sort);
        List<Duration> late = new ArrayList<>();
        for (InstanceId instance : history.instances()) {
            judgeInstance(history.decisions(instance), atWork, late, judgement);
        }
        judgeLateness(late, judgement);
    }

    private static void judgeInstance(List<Logged<DecisionRecord>> decisions, Map<Integer, List<Instant>> atWork,
            List<Duration> late, Judgement judgement) {
        for (int i = 0; i < decisions.size(); i++) {
            Logged<DecisionRecord> decision = decisions.get(i);
            if (!(decision.message().decision() instanceof Decision.Wait wait) || wait.until().isEmpty()) {
                continue;
            }
            Instant due = wait.until().get();
            Optional<Instant> next = i + 1 < decisions.size()
                    ? Optional.of(decisions.get(i + 1).message().at())
                    : Optional.empty();
            if (next.isPresent()) {
                judgement.checked();
                late.add(next.get().isAfter(due) ? Duration.between(due, next.get()) : Duration.ZERO);
            } else if (wasAtWorkSince(due, atWork.getOrDefault(decision.position().kafkaPartition(), List.of()))) {
                judgement.require(false, decision.message().instance() + ": the wait for " + wait.purpose() + " at "
                        + decision.position() + " was due at " + due + " and nothing came of it, although the "
                        + "coordinator went on deciding");
            } else {
                judgement.notJudged();
            }
        }
    }

    /** Whether the coordinator decided other things for more than a moment after the time. */
    private static boolean wasAtWorkSince(Instant due, List<Instant> decided) {
        Optional<Instant> first = decided.stream().filter(at -> at.isAfter(due)).findFirst();
        return first.isPresent() && decided.getLast().isAfter(first.get().plus(Slack.UNDER_WAY));
    }

    /** A few late ones among many are faults of the surroundings; under a hundred waits a percentage means nothing. */
    private static void judgeLateness(List<Duration> late, Judgement judgement) {
        long over = late.stream().filter(each -> each.compareTo(Slack.UNDER_WAY) > 0).count();
        if (late.size() >= PERCENT && over * PERCENT > late.size()) {
            judgement.violated(over + " of " + late.size() + " waits were over more than " + Slack.UNDER_WAY
                    + " after they were due");
        }
    }
}
