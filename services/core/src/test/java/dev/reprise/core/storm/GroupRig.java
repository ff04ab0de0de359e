// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.RunNoted;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.storm.StormSnapshot;

/** A group that a test talks to: remembers what was said, and lets time pass alarm by alarm. */
final class GroupRig {
    static final Instant START = Instant.parse("2026-11-29T03:00:00Z");
    static final String GROUP = "warehouse-etl";
    private static final JobId JOB = new JobId("warehouse", "daily_sales");
    private static final int MOST_TICKS = 20_000;

    final MemoryRows rows = new MemoryRows();
    final List<CoordinatorEvent> answers = new ArrayList<>();
    final List<StormSnapshot> snapshots = new ArrayList<>();
    final List<String> closed = new ArrayList<>();
    final List<GroupInput> inputs = new ArrayList<>();
    /** The latest ruling of each rerun. */
    final Map<RerunId, AdmissionRuled> latest = new HashMap<>();
    final AdmissionRule rule;
    GroupState state = GroupState.initial(GROUP);
    Instant now = START;

    GroupRig(AdmissionRule rule) {
        this.rule = rule;
    }

    /** 3 failures in 5 minutes, probes after 2 minutes with 2, releases 60 a minute. */
    static AdmissionRule aRule() {
        return rule(3, BreakerRelease.AUTOMATIC, 0, 100, 0);
    }

    static AdmissionRule rule(int failures, BreakerRelease release, int maxParallel, int budget, int floor) {
        return new AdmissionRule(GROUP, failures, Duration.ofMinutes(5), Duration.ofMinutes(2), 2, 60, release,
                maxParallel, budget, floor);
    }

    static RerunId id(int number) {
        return RerunId.ofRequest(instance(number), "rerun");
    }

    static InstanceId instance(int number) {
        return new InstanceId(JOB, new PartitionKey("ds=" + number));
    }

    AdmissionAsked failure(int number) {
        return failure(number, "");
    }

    AdmissionAsked failure(int number, String signature) {
        return failure(number, signature, true, Optional.empty());
    }

    AdmissionAsked failure(int number, String signature, boolean idempotent, Optional<Instant> deadline) {
        return new AdmissionAsked(GROUP, JOB, instance(number).partition(), now, id(number), false, rule,
                FailureClass.PLATFORM, signature, idempotent, deadline);
    }

    AdmissionAsked slot(int number) {
        return new AdmissionAsked(GROUP, JOB, instance(number).partition(), now, id(number), true, rule,
                FailureClass.PLATFORM, "", true, Optional.empty());
    }

    AdmissionSettled settled(int number, AdmissionOutcome outcome) {
        return new AdmissionSettled(GROUP, JOB, instance(number).partition(), now, id(number), outcome);
    }

    RunNoted ran(Duration took) {
        return new RunNoted(GROUP, JOB, PartitionKey.WHOLE_JOB, now, Optional.of(took));
    }

    StormControlled control(StormAction action, String requestId) {
        return new StormControlled(GROUP, now, requestId, "li", "looking", action);
    }

    GroupStep tell(AdmissionMessage message) {
        return step(new GroupInput.Told(message, now));
    }

    void fail(int from, int to) {
        for (int number = from; number <= to; number++) {
            tell(failure(number));
        }
    }

    void pass(Duration time) {
        Instant until = now.plus(time);
        for (int ticks = 0; ticks < MOST_TICKS; ticks++) {
            Optional<Instant> due = state.nextDue().filter(moment -> !moment.isAfter(until));
            if (due.isEmpty()) {
                now = until;
                return;
            }
            now = due.get().isAfter(now) ? due.get() : now;
            step(new GroupInput.Tick(now));
        }
        throw new AssertionError("it ticks without end at " + now + " in " + state);
    }

    GroupStep step(GroupInput input) {
        inputs.add(input);
        GroupStep step = GroupMachine.step(state, input, rows);
        state = step.next();
        answers.addAll(step.answers());
        snapshots.addAll(step.changed());
        closed.addAll(step.closed());
        step.answers().forEach(answer -> {
            if (answer instanceof AdmissionRuled ruled) {
                latest.put(ruled.rerunId(), ruled);
            }
        });
        return step;
    }

    AdmissionRuled ruling(int number) {
        return latest.get(id(number));
    }

    boolean admitted(int number) {
        return ruling(number).ruling() == AdmissionRuling.ADMITTED;
    }

    List<Integer> admittedAmong(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            if (admitted(number)) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    List<AdmissionRuled> opened() {
        return answers.stream().filter(AdmissionRuled.class::isInstance).map(AdmissionRuled.class::cast)
                .filter(AdmissionRuled::opened).toList();
    }

    List<StormEnded> ended() {
        return answers.stream().filter(StormEnded.class::isInstance).map(StormEnded.class::cast).toList();
    }
}
