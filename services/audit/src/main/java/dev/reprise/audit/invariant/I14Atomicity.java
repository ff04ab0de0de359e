// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Party;
import dev.reprise.audit.history.Place;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/** A decision, its command and the coordinator's position in its input are there together or not at all. */
final class I14Atomicity implements Invariant {
    @Override
    public String id() {
        return "I14";
    }

    @Override
    public String promise() {
        return "a decision, its command and the coordinator's position are there together or not at all";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        judgePositions(history, judgement);
        Set<RerunId> decided = new HashSet<>();
        Set<RerunId> withdrawn = new HashSet<>();
        for (Logged<DecisionRecord> logged : history.decisions()) {
            if (logged.message().decision() instanceof Decision.Rerun rerun) {
                decided.add(rerun.rerunId());
                judgeDecision(history, logged, rerun, judgement);
            } else if (logged.message().decision() instanceof Decision.Withdraw withdraw) {
                withdrawn.add(withdraw.rerunId());
            }
        }
        for (Logged<RunnerCommand> command : history.commands()) {
            boolean known = switch (command.message()) {
                case StartRerun start -> decided.contains(start.rerunId());
                case CancelRerun cancel -> withdrawn.contains(cancel.rerunId());
            };
            pair(known, history, history.home(Topics.DECISIONS, command.message().instance()), command,
                    command.message().instance() + " rerun " + command.message().rerunId() + ": the command at "
                            + command.position() + " has no decision",
                    judgement);
        }
        for (Logged<DispatchRecord> line : history.ledger()) {
            if (line.message() instanceof RerunDispatch dispatch) {
                pair(!history.commands(dispatch.rerunId()).isEmpty(), history,
                        history.home(Topics.COMMANDS, dispatch.instance()), line, dispatch.instance() + " rerun "
                                + dispatch.rerunId() + ": the ledger at " + line.position()
                                + " speaks of a rerun that nobody commanded",
                        judgement);
            }
        }
    }

    private static void judgeDecision(History history, Logged<DecisionRecord> logged, Decision.Rerun rerun,
            Judgement judgement) {
        boolean commanded = history.commands(rerun.rerunId()).stream()
                .anyMatch(command -> command.message() instanceof StartRerun start
                        && start.instance().equals(logged.message().instance())
                        && start.generation() == rerun.generation()
                        && start.notAfter().equals(rerun.notAfter()));
        pair(commanded, history, history.home(Topics.COMMANDS, logged.message().instance()), logged,
                logged.message().instance() + " rerun " + rerun.rerunId() + " was decided (" + logged.position()
                        + ") and has no command of that generation and life",
                judgement);
    }

    /** What has no other half breaks the promise, unless that half may be gone or not visible yet. */
    private static void pair(boolean there, History history, Place otherHalf, Logged<?> logged, String otherwise,
            Judgement judgement) {
        if (!there && (history.extent().mayBeGone(otherHalf, logged.appendedAt())
                || history.isFresh(logged.appendedAt()))) {
            judgement.notJudged();
        } else {
            judgement.require(there, otherwise);
        }
    }

    private static void judgePositions(History history, Judgement judgement) {
        boolean known = false;
        for (Place place : history.extent().spans().keySet()) {
            OptionalLong position = history.extent().notYetRead(Party.COORDINATOR, place);
            if (position.isPresent()) {
                known = true;
                judgement.require(history.lastCause(place) < position.getAsLong(), "the coordinator's position in "
                        + place + " is " + position.getAsLong() + ", but a decision rests on offset "
                        + history.lastCause(place));
            }
        }
        if (!known) {
            judgement.note("the coordinator has no committed position: only decisions and commands were compared");
        }
    }
}
