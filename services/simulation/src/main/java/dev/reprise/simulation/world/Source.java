// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.ReconciledState;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.simulation.choice.Choice;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.log.Log;
import dev.reprise.simulation.log.Topic;

/**
 * The schedulers and the people: they run jobs and tell of it, too late, twice, in the wrong order, under another name, by
 * a wrong clock, or not at all.
 */
public final class Source {
    private static final String SOURCE = "scheduler";
    private static final int KINDS = 40;
    private final Setting setting;
    private final Time time;
    private final Log log;
    private final FakeTarget target;
    private final Map<InstanceId, Story> stories = new HashMap<>();
    private final List<InstanceEvent> late = new ArrayList<>();

    /** What the schedulers know of one instance. */
    private static final class Story {
        private final List<InstanceEvent> told = new ArrayList<>();
        private RunId run = new RunId("native-1");
        private int runs = 1;
        private int attempt = 1;
        private int clicks;
    }

    /** Makes sources that have told nothing. */
    public Source(Setting setting, Time time, Log log, FakeTarget target) {
        this.setting = setting;
        this.time = time;
        this.log = log;
        this.target = target;
        setting.instances().forEach(instance -> stories.put(instance, new Story()));
    }

    /** Something happens, and is told or not. */
    public void report(Choice choice) {
        InstanceId instance = setting.instances().get(choice.pick(1, setting.instances().size()));
        Story story = Optional.ofNullable(stories.get(instance)).orElseThrow();
        int kind = choice.pick(2, KINDS);
        if (kind < 3 && !story.told.isEmpty()) {
            log.append(Topic.EVENTS, story.told.get(choice.pick(3, story.told.size())));
            return;
        }
        if (kind < 5 && !late.isEmpty()) {
            log.append(Topic.EVENTS, late.remove(choice.pick(3, late.size())));
            return;
        }
        for (InstanceEvent event : happen(instance, story, kind, choice)) {
            tell(story, event, choice);
        }
    }

    /** What is late arrives after all. */
    public void tellTheRest() {
        late.forEach(event -> log.append(Topic.EVENTS, event));
        late.clear();
    }

    private void tell(Story story, InstanceEvent event, Choice choice) {
        story.told.add(event);
        switch (choice.pick(4, 12)) {
            case 0 -> late.add(event);
            case 1 -> {
                log.append(Topic.EVENTS, event);
                log.append(Topic.EVENTS, event);
            }
            case 2 -> {
                // Never told.
            }
            default -> log.append(Topic.EVENTS, event);
        }
    }

    private List<InstanceEvent> happen(InstanceId instance, Story story, int kind, Choice choice) {
        Instant at = at(choice);
        return switch (kind) {
            case 5, 6 -> List.of(started(instance, story.run, story.attempt, at, Optional.empty()));
            case 7, 8 -> {
                story.runs++;
                story.run = new RunId("native-" + story.runs);
                story.attempt = 1;
                yield List.of(started(instance, story.run, 1, at, Optional.empty()));
            }
            case 9 -> {
                int failed = story.attempt++;
                yield List.of(failure(instance, story.run, failed, at, RetryOutlook.WILL_RETRY),
                        started(instance, story.run, failed + 1, at.plusSeconds(1), Optional.empty()));
            }
            case 10, 11, 12 -> List.of(success(instance, story.run, story.attempt, at));
            case 13 -> List.of(new RunHeartbeat(instance.job(), instance.partition(), story.run, story.attempt, at,
                    SOURCE));
            case 14 -> alias(instance, story, at, choice);
            case 15 -> List.of(new RunLost(instance.job(), instance.partition(), story.run, story.attempt, at, SOURCE,
                    RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, Optional.empty()));
            case 16 -> List.of(choice.pick(6, 2) == 0
                    ? new RunKilled(instance.job(), instance.partition(), story.run, story.attempt, at, SOURCE,
                            choice.pick(7, 2) == 0 ? KilledBy.USER : KilledBy.UNKNOWN, Optional.empty())
                    : new RunCleared(instance.job(), instance.partition(), story.run, story.attempt, at, SOURCE,
                            Optional.empty()));
            case 17 -> List.of(new RunReconciled(instance.job(), instance.partition(), story.run, story.attempt, at,
                    SOURCE, ReconciledState.values()[choice.pick(6, ReconciledState.values().length)]));
            case 18 -> people(instance, story, choice);
            case 19, 20, 21, 22, 23 -> ours(instance, choice, at);
            case 24 -> List.of(failure(instance, story.run, story.attempt, at, RetryOutlook.UNSTATED));
            default -> List.of(failure(instance, story.run, story.attempt, at, RetryOutlook.FINAL));
        };
    }

    /** By the sender's clock: most are right, some are behind, few ahead. */
    private Instant at(Choice choice) {
        return time.now().plus(switch (choice.pick(5, 30)) {
            case 0 -> Duration.ofMinutes(-40);
            case 1 -> Duration.ofMinutes(-59);
            case 2 -> Duration.ofHours(-3);
            case 3 -> Duration.ofDays(3650);
            default -> Duration.ZERO;
        });
    }

    /** A second source tells of the same execution under a name of its own, and says so. */
    private List<InstanceEvent> alias(InstanceId instance, Story story, Instant at, Choice choice) {
        RunId other = new RunId("alias-of-" + story.run.value());
        RunStarted started = new RunStarted(instance.job(), instance.partition(), other, story.attempt, at, "engine",
                Optional.empty(), Optional.of(story.run), false);
        return List.of(started, choice.pick(6, 3) == 0
                ? success(instance, other, story.attempt, at.plusSeconds(1))
                : failure(instance, other, story.attempt, at.plusSeconds(1), RetryOutlook.FINAL));
    }

    private List<InstanceEvent> people(InstanceId instance, Story story, Choice choice) {
        String request = "click-" + ++story.clicks;
        Optional<RerunId> asked = choice.pick(6, 2) == 0 ? proposed(instance) : Optional.empty();
        return List.of(asked.<InstanceEvent>map(rerunId -> new RerunApproved(instance.job(), instance.partition(),
                time.now(), request, "person", "seen", rerunId))
                .orElseGet(() -> new RerunRequested(instance.job(), instance.partition(), time.now(), request, "person",
                        "wanted", choice.pick(7, 4) == 0, choice.pick(8, 3) == 0)));
    }

    /** What a person would find waiting for a word. */
    private Optional<RerunId> proposed(InstanceId instance) {
        Optional<RerunId> found = Optional.empty();
        for (Log.Read read = log.read(Topic.DECISIONS, 0); read.entry().isPresent(); read = log.read(Topic.DECISIONS,
                read.next())) {
            if (read.entry().map(Entry::value).orElseThrow() instanceof Decided decided
                    && decided.instance().equals(instance) && decided.decision() instanceof Decision.Alert alert
                    && alert.proposal().isPresent()) {
                found = alert.proposal().map(proposal -> proposal.rerunId());
            }
        }
        return found;
    }

    /** A rerun of ours tells of itself. */
    private List<InstanceEvent> ours(InstanceId instance, Choice choice, Instant at) {
        List<Start> starts = target.journal().stream().filter(start -> start.command().instance().equals(instance))
                .toList();
        if (starts.isEmpty()) {
            return List.of(failure(instance, Optional.ofNullable(stories.get(instance)).orElseThrow().run, 1, at,
                    RetryOutlook.FINAL));
        }
        Start start = starts.get(choice.pick(6, starts.size()));
        RunId run = start.command().rerunId().asRun();
        return List.of(switch (choice.pick(7, 4)) {
            case 0 -> success(instance, run, 1, at);
            case 1 -> failure(instance, run, 1, at, RetryOutlook.FINAL);
            default -> started(instance, run, 1, start.at(), Optional.of(start.command().rerunId()));
        });
    }

    private static RunStarted started(InstanceId instance, RunId run, int attempt, Instant at,
            Optional<RerunId> rerunOf) {
        return new RunStarted(instance.job(), instance.partition(), run, attempt, at, SOURCE, rerunOf,
                Optional.empty(), false);
    }

    private static RunSucceeded success(InstanceId instance, RunId run, int attempt, Instant at) {
        return new RunSucceeded(instance.job(), instance.partition(), run, attempt, at, SOURCE, SuccessProof.OWNER);
    }

    private static RunFailed failure(InstanceId instance, RunId run, int attempt, Instant at, RetryOutlook retry) {
        return new RunFailed(instance.job(), instance.partition(), run, attempt, at, SOURCE, FailureKind.FAILED, retry,
                RunPhase.MAY_HAVE_RUN, Optional.empty());
    }
}
