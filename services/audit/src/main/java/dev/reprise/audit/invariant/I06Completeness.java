// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Party;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/** Every command to start a rerun comes to exactly one result. */
final class I06Completeness implements Invariant {
    /** How long after a command has lost its life a runner that works must have given it its end. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Override
    public String id() {
        return "I6";
    }

    @Override
    public String promise() {
        return "every command comes to exactly one result";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Set<RerunId> seen = new HashSet<>();
        for (Logged<RunnerCommand> command : history.commands()) {
            if (command.message() instanceof StartRerun start && seen.add(start.rerunId())
                    && history.deadLetters(command.position()).isEmpty()) {
                judge(history, command, start, judgement);
            }
        }
    }

    private static void judge(History history, Logged<RunnerCommand> command, StartRerun start, Judgement judgement) {
        List<Logged<RerunDispatch>> results = history.ledger(start.rerunId()).stream()
                .filter(line -> line.message() instanceof DispatchResult).toList();
        String name = start.instance() + " rerun " + start.rerunId() + " (" + command.position() + ")";
        if (!results.isEmpty()) {
            judgement.require(results.size() == 1, name + " came to " + results.size() + " results: " + results.stream()
                    .map(line -> line.position().toString()).collect(Collectors.joining(", ")));
        } else if (isOwed(history, command, start)) {
            judgement.require(false, name + " has no result, although its runner is past it");
        } else {
            judgement.notJudged();
        }
    }

    /** Whether a runner says that it is done with the command, or was at work long after the command had lost its life. */
    private static boolean isOwed(History history, Logged<RunnerCommand> command, StartRerun start) {
        OptionalLong done = history.extent().dealtWith(Party.RUNNER, command.position().place());
        if (done.isPresent() && command.position().offset() < done.getAsLong()) {
            return true;
        }
        return history.ledger().stream()
                .anyMatch(line -> line.position().kafkaPartition() == command.position().kafkaPartition()
                        && line.message() instanceof RerunDispatch dispatch
                        && dispatch.at().isAfter(start.notAfter().plus(PATIENCE)));
    }
}
