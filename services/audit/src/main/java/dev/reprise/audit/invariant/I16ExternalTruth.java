// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;

/** What the ledger believes of the target is what the target's journal says. */
final class I16ExternalTruth implements Invariant {
    @Override
    public String id() {
        return "I16";
    }

    @Override
    public String promise() {
        return "what is believed to have been started, or not, is what the target says";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Optional<Journal> journal = history.journal();
        if (journal.isEmpty()) {
            judgement.cannot("what really started is known to the target alone: give its --journal");
            return;
        }
        for (Logged<DispatchRecord> line : history.ledger()) {
            if (line.message() instanceof DispatchResult result) {
                judge(history, line, result, journal.get().of(result.rerunId()), judgement);
            }
        }
    }

    private static void judge(History history, Logged<DispatchRecord> line, DispatchResult result,
            List<Start> starts, Judgement judgement) {
        String name = result.instance() + " rerun " + result.rerunId() + " (" + line.position() + ")";
        switch (result) {
            case DispatchAccepted _ -> {
                if (hasJournal(history, result)) {
                    judgement.require(!starts.isEmpty(),
                            name + " is held to be accepted, and the journal has no start");
                } else {
                    judgement.notJudged();
                }
            }
            case DispatchCancelled _,DispatchExpired _,DispatchRejected _ -> judgement.require(starts.isEmpty(),
                    name + " is held not to be started, and " + starts.stream().map(Start::where).findFirst().orElse("")
                            + " has a start");
            // Nobody claims to know.
            case DispatchParked _ -> judgement.notJudged();
        }
    }

    /** A local process has no target that could keep a journal. */
    private static boolean hasJournal(History history, DispatchResult result) {
        return history.commands(result.rerunId()).stream()
                .anyMatch(command -> command.message() instanceof StartRerun start
                        && start.target() instanceof TargetSpec.Http);
    }
}
