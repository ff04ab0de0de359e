// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/** A rerun is accepted at most once, and a failure is answered by at most one accepted rerun. */
final class I01UniqueEffect implements Invariant {
    private record Failure(InstanceId instance, AttemptId attempt) {}

    @Override
    public String id() {
        return "I1";
    }

    @Override
    public String promise() {
        return "each rerun, and each failure, takes effect at most once";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        if (history.journal().isEmpty()) {
            judgement.note("judged by the runner's ledger; what the target itself started needs --journal");
        }
        Map<Failure, Set<RerunId>> answers = new HashMap<>();
        Set<RerunId> seen = new HashSet<>();
        for (Logged<RunnerCommand> command : history.commands()) {
            if (command.message() instanceof StartRerun start) {
                if (seen.add(start.rerunId())) {
                    once(history, start, judgement);
                }
                start.answers().filter(_ -> tookEffect(history, start.rerunId()))
                        .filter(_ -> answersTheFailure(history, start))
                        .ifPresent(attempt -> answers.computeIfAbsent(new Failure(start.instance(),
                                history.resolve(start.instance(), attempt)), _ -> new HashSet<>())
                                .add(start.rerunId()));
            }
        }
        answers.forEach(
                (failure, reruns) -> judgement.require(reruns.size() == 1, failure.instance() + ": the failure of "
                        + failure.attempt() + " took effect " + reruns.size() + " times, as " + reruns));
    }

    private static void once(History history, StartRerun start, Judgement judgement) {
        List<Logged<RerunDispatch>> accepted = accepted(history, start.rerunId());
        judgement.require(accepted.size() <= 1, start.instance() + " rerun " + start.rerunId() + " was accepted "
                + accepted.size() + " times: " + accepted.stream().map(line -> line.position().toString())
                        .collect(Collectors.joining(", ")));
        history.journal().ifPresent(journal -> {
            List<Start> starts = journal.of(start.rerunId());
            judgement.require(starts.size() <= 1, start.instance() + " rerun " + start.rerunId()
                    + " was started " + starts.size() + " times at the target: "
                    + starts.stream().map(Start::where).collect(Collectors.joining(", ")));
        });
    }

    /** A person may ask for a rerun of what failed before; that is another effect, and a wanted one. */
    private static boolean answersTheFailure(History history, StartRerun start) {
        return switch (Origin.of(history, start.instance(), start.rerunId(), start.answers(), start.reason())) {
            case Origin.Failure _,Origin.Nothing _ -> true;
            case Origin.Request _,Origin.Rewrite _,Origin.Gone _ -> false;
        };
    }

    private static boolean tookEffect(History history, RerunId rerunId) {
        return !accepted(history, rerunId).isEmpty()
                || history.journal().filter(journal -> !journal.of(rerunId).isEmpty()).isPresent();
    }

    private static List<Logged<RerunDispatch>> accepted(History history, RerunId rerunId) {
        return history.ledger(rerunId).stream().filter(line -> line.message() instanceof DispatchAccepted).toList();
    }
}
