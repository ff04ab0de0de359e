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
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Slack;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Proposal;
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
            judgeInstance(history, instance, atWork, late, judgement);
        }
        judgeLateness(late, judgement);
    }

    private static void judgeInstance(History history, InstanceId instance, Map<Integer, List<Instant>> atWork,
            List<Duration> late, Judgement judgement) {
        List<Logged<DecisionRecord>> decisions = history.decisions(instance);
        for (int i = 0; i < decisions.size(); i++) {
            Logged<DecisionRecord> decision = decisions.get(i);
            Optional<Instant> due = decision.message().decision() instanceof Decision.Wait wait
                    ? due(wait)
                    : Optional.empty();
            if (due.isEmpty()) {
                continue;
            }
            if (i + 1 < decisions.size()) {
                judgement.checked();
                lateness(due.get(), decisions.get(i + 1).message()).ifPresent(late::add);
            } else if (wasAtWorkSince(due.get(),
                    atWork.getOrDefault(decision.position().kafkaPartition(), List.of()))
                    && !hasNews(history, instance, decision.message().at())) {
                judgement.require(false, instance + ": the wait at " + decision.position() + " was due at " + due.get()
                        + " and nothing came of it, although the coordinator went on deciding");
            } else {
                judgement.notJudged();
            }
        }
    }

    /**
     * When a wait must have come to something. A hold that is looked at in vain says nothing each time: it must be over
     * when its rerun has lost its life. What a target is waited for is the runner's matter, and judged there.
     */
    private static Optional<Instant> due(Decision.Wait wait) {
        return switch (wait.purpose()) {
            case SETTLE, BACKOFF, BARRIER, NATIVE_RETRY, RECONCILE -> wait.until();
            case ADMISSION, RELEASE, UPSTREAM -> wait.proposal().map(Proposal::notAfter);
            case HEARTBEAT, OTHER_RUN, APPROVAL, DISPATCH, DEADLINE -> Optional.empty();
        };
    }

    /** Only what a timer ended says how late timers are. */
    private static Optional<Duration> lateness(Instant due, DecisionRecord next) {
        if (next.cause().topic().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(next.at().isAfter(due) ? Duration.between(due, next.at()) : Duration.ZERO);
    }

    /** A run that goes on ends a wait, and nothing need be decided then. */
    private static boolean hasNews(History history, InstanceId instance, Instant since) {
        return history.events(instance).stream().anyMatch(event -> event.appendedAt().isAfter(since)
                && event.message().what() != EventNote.What.INTERNAL);
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
