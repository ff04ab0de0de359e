// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Slack;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;

/** Nothing is started at a target that was not written down before, by the same owner. */
final class I04WriteAhead implements Invariant {
    @Override
    public String id() {
        return "I4";
    }

    @Override
    public String promise() {
        return "each start at a target was written down before the call, by the owner that called";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (Logged<DispatchRecord> line : history.ledger()) {
            if (line.message() instanceof DispatchAccepted accepted) {
                judgeAccepted(history, line, accepted, judgement);
            } else if (line.message() instanceof DispatchIntent intent) {
                boolean settled = history.ledger(intent.rerunId()).stream()
                        .anyMatch(other -> other.message() instanceof DispatchResult
                                && other.position().offset() < line.position().offset());
                judgement.require(!settled, intent.instance() + " rerun " + intent.rerunId() + " was intended again ("
                        + line.position() + ") after its result");
            }
        }
        Optional<Journal> journal = history.journal();
        if (journal.isEmpty()) {
            judgement.cannot("only the target knows when a start was received: give its --journal");
            return;
        }
        journal.get().starts().forEach(start -> judgeStart(history, start, judgement));
    }

    private static void judgeAccepted(History history, Logged<DispatchRecord> line, DispatchAccepted accepted,
            Judgement judgement) {
        boolean written = history.ledger(accepted.rerunId()).stream()
                .anyMatch(other -> allowsCall(other.message())
                        && other.position().offset() < line.position().offset());
        if (!written && history.extent().mayBeGone(line.position().place(), line.appendedAt())) {
            judgement.notJudged();
        } else {
            judgement.require(written, accepted.instance() + " rerun " + accepted.rerunId() + " was accepted ("
                    + line.position() + ") without an intent before it");
        }
    }

    private static void judgeStart(History history, Start start, Judgement judgement) {
        List<Logged<RerunDispatch>> lines = history.ledger(start.rerunId());
        boolean written = lines.stream().anyMatch(line -> allowsCall(line.message())
                && line.message().epoch() == start.epoch()
                && !line.message().at().isAfter(start.receivedAt().plus(Slack.CLOCKS)));
        if (!written && history.extent().mayBeGone(history.home(Topics.DISPATCHES, start.instance()),
                start.receivedAt())) {
            judgement.notJudged();
            return;
        }
        judgement.require(written, start.instance() + " rerun " + start.rerunId() + " was started at "
                + start.receivedAt() + " (" + start.where() + ") without an intent of epoch " + start.epoch()
                + " before it");
        Optional<RerunDispatch> newer = lines.stream().map(Logged::message).filter(I04WriteAhead::allowsCall)
                .filter(line -> line.epoch() > start.epoch()
                        && line.at().plus(Slack.CLOCKS).isBefore(start.receivedAt()))
                .findFirst();
        if (newer.isPresent() && !excludesItself(history, start.rerunId())) {
            judgement.violated(start.instance() + " rerun " + start.rerunId() + " was started for epoch "
                    + start.epoch() + " (" + start.where() + ") although epoch " + newer.get().epoch()
                    + " had taken it over, and the target knows neither keys nor tokens");
        }
    }

    /** An owner that takes a doubtful rerun over writes the doubt before it calls. */
    private static boolean allowsCall(RerunDispatch line) {
        return line instanceof DispatchIntent || line instanceof DispatchInDoubt;
    }

    /** Whether the target itself keeps a call out that another owner has taken over. */
    private static boolean excludesItself(History history, RerunId rerunId) {
        return history.commands(rerunId).stream().map(Logged::message).filter(StartRerun.class::isInstance)
                .map(StartRerun.class::cast).allMatch(start -> switch (start.target()) {
                    case TargetSpec.Process _ -> true;
                    case TargetSpec.Http http -> !(http.guarantee() instanceof DispatchClass.Opaque);
                    case TargetSpec.Scheduler scheduler -> scheduler.guarantee() instanceof DispatchClass.Keyed;
                });
    }
}
