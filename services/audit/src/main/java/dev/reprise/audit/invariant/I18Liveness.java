// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
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
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** Every wait is over soon after it is due, as long as the coordinator is at work. */
final class I18Liveness implements Invariant {
    private static final int PERCENT = 100;
    /** Where an instance stands while it waits: what is decided meanwhile, as on a report told twice, ends nothing. */
    private static final Set<InstanceStatus> WAITING = EnumSet.of(InstanceStatus.SETTLING,
            InstanceStatus.BACKING_OFF, InstanceStatus.HELD, InstanceStatus.AWAITING_NATIVE_RETRY,
            InstanceStatus.RECONCILING);

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
        Optional<Logged<DecisionRecord>> open = Optional.empty();
        for (Logged<DecisionRecord> decision : decisions) {
            DecisionRecord said = decision.message();
            if (open.isPresent() && !said.cause().equals(open.get().message().cause())) {
                lateness(due(open.get().message()).orElseThrow(), said).ifPresent(late::add);
            }
            if (due(said).isPresent()) {
                open.ifPresent(_ -> judgement.checked());
                open = Optional.of(decision);
            } else if (open.isPresent() && !WAITING.contains(said.after())) {
                judgement.checked();
                open = Optional.empty();
            }
        }
        open.ifPresent(wait -> judgeOpen(history, wait, atWork, judgement));
    }

    private static void judgeOpen(History history, Logged<DecisionRecord> wait, Map<Integer, List<Instant>> atWork,
            Judgement judgement) {
        Instant due = due(wait.message()).orElseThrow();
        InstanceId instance = wait.message().instance();
        if (wasAtWorkSince(due, atWork.getOrDefault(wait.position().kafkaPartition(), List.of()))
                && !goesOn(history, instance, wait.message().at())) {
            judgement.require(false, instance + ": the wait at " + wait.position() + " was due at " + due
                    + " and nothing came of it, although the coordinator went on deciding");
        } else {
            judgement.notJudged();
        }
    }

    /**
     * When a wait must have come to something. A hold that is looked at in vain says nothing each time: it must be over
     * when its rerun has lost its life. What a target is waited for is the runner's matter, and judged there.
     */
    private static Optional<Instant> due(DecisionRecord decision) {
        if (!(decision.decision() instanceof Decision.Wait wait)) {
            return Optional.empty();
        }
        return switch (wait.purpose()) {
            case SETTLE, BACKOFF, BARRIER, NATIVE_RETRY, RECONCILE -> wait.until();
            case ADMISSION, RELEASE, UPSTREAM -> wait.proposal().map(Proposal::notAfter);
            case HEARTBEAT, OTHER_RUN, APPROVAL, DISPATCH, DEADLINE, FORGETTING -> Optional.empty();
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
    private static boolean goesOn(History history, InstanceId instance, Instant since) {
        return history.events(instance).stream().filter(event -> event.appendedAt().isAfter(since))
                .map(event -> event.message().what())
                .anyMatch(what -> what == EventNote.What.STARTED || what == EventNote.What.ALIVE
                        || what == EventNote.What.SUCCEEDED || what == EventNote.What.SEEMS_SUCCEEDED);
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
