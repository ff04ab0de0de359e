// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.AlertNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/** Alerts are opened once, kept as decided, and what a runner could not carry out reaches a person. */
final class I08Alerts implements Invariant {
    private record Told(long generation, Optional<RerunId> proposal) {}

    @Override
    public String id() {
        return "I8";
    }

    @Override
    public String promise() {
        return "an alert opens once until it is resolved, stands as decided, and no failed dispatch stays untold";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.DECISIONS, Topics.DISPATCHES, Topics.ALERTS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (InstanceId instance : history.instances()) {
            judgeInstance(history, instance, judgement);
        }
        for (Logged<DispatchRecord> line : history.ledger()) {
            if (line.message() instanceof RerunDispatch dispatch && mustBeTold(dispatch)) {
                judgeDispatch(history, line, dispatch, judgement);
            }
        }
        history.alerts().forEach((key, revisions) -> judgeRevisions(key, revisions, judgement));
    }

    private static void judgeInstance(History history, InstanceId instance, Judgement judgement) {
        Map<AlertKey, Told> open = new HashMap<>();
        Map<AlertKey, Logged<DecisionRecord>> last = new HashMap<>();
        for (Logged<DecisionRecord> decision : history.decisions(instance)) {
            if (decision.message().decision() instanceof Decision.Alert alert) {
                Told told = new Told(decision.message().generation(), alert.proposal().map(p -> p.rerunId()));
                judgement.require(!told.equals(open.put(alert.alertKey(), told)), instance + ": alert "
                        + alert.alertKey() + " was opened again (" + decision.position()
                        + ") in the same generation, without having been resolved");
                last.put(alert.alertKey(), decision);
            } else if (decision.message().decision() instanceof Decision.Resolve resolve) {
                open.remove(resolve.alertKey());
                last.put(resolve.alertKey(), decision);
            }
        }
        last.forEach((key, decision) -> judgeLatest(history, key, decision, judgement));
    }

    /** An alert about a job or a group may be told by several instances; then it is nobody's alone. */
    private static void judgeLatest(History history, AlertKey key, Logged<DecisionRecord> decision,
            Judgement judgement) {
        if (AlertNote.isShared(key, decision.message().instance())) {
            return;
        }
        List<Logged<AlertNote>> revisions = history.alerts().getOrDefault(key, List.of());
        boolean expected = decision.message().decision() instanceof Decision.Alert;
        if (revisions.isEmpty()
                && history.ago(decision.message().at()).compareTo(Topics.ALERTS.retention()) > 0) {
            judgement.notJudged();
            return;
        }
        boolean stands = !revisions.isEmpty() && revisions.getLast().message().open() == expected;
        if (!stands && history.isFresh(decision.message().at())) {
            judgement.notJudged();
            return;
        }
        judgement.require(stands, decision.message().instance() + ": alert " + key + " was "
                + (expected ? "opened" : "resolved") + " (" + decision.position() + ") but the alerts say "
                + (revisions.isEmpty() ? "nothing" : "otherwise at " + revisions.getLast().position()));
    }

    private static boolean mustBeTold(RerunDispatch dispatch) {
        return dispatch instanceof DispatchParked || dispatch instanceof DispatchExpired
                || dispatch instanceof DispatchRejected;
    }

    private static void judgeDispatch(History history, Logged<DispatchRecord> line, RerunDispatch dispatch,
            Judgement judgement) {
        boolean answered = !history.decisionsFor(line.position()).isEmpty();
        boolean open = line.position().offset() >= history.decidedUpTo(line.position().place())
                || history.extent().mayBeGone(history.home(Topics.DECISIONS, dispatch.instance()),
                        dispatch.at());
        if (!answered && open) {
            judgement.notJudged();
        } else {
            judgement.require(answered, dispatch.instance() + " rerun " + dispatch.rerunId() + ": what became of it at "
                    + line.position() + " has no decision, so nobody was told");
        }
    }

    private static void judgeRevisions(AlertKey key, List<Logged<AlertNote>> revisions, Judgement judgement) {
        for (int i = 1; i < revisions.size(); i++) {
            Logged<AlertNote> later = revisions.get(i);
            if (!later.message().shared()) {
                judgement.require(later.message().revision() > revisions.get(i - 1).message().revision(),
                        "alert " + key + " has revision " + later.message().revision() + " (" + later.position()
                                + ") after " + revisions.get(i - 1).message().revision());
            }
        }
    }
}
