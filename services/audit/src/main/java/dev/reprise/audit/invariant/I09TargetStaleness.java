// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Slack;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.topic.Topics;

/** No start reaches a target after its command has lost its life. */
final class I09TargetStaleness implements Invariant {
    @Override
    public String id() {
        return "I9T";
    }

    @Override
    public String promise() {
        return "no start reaches its target after its command has lost its life";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.COMMANDS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Optional<Journal> journal = history.journal();
        if (journal.isEmpty()) {
            judgement.cannot("only the target knows when a start was received: give its --journal");
            return;
        }
        for (Start start : journal.get().starts()) {
            Optional<Instant> life = history.commands(start.rerunId()).stream().map(Logged::message)
                    .filter(StartRerun.class::isInstance).map(command -> ((StartRerun) command).notAfter())
                    .max(Instant::compareTo);
            if (life.isEmpty()) {
                judgement.notJudged();
            } else {
                judgement.require(!start.receivedAt().isAfter(life.get().plus(Slack.CLOCKS)), start.instance()
                        + " rerun " + start.rerunId() + " was received at " + start.receivedAt() + " ("
                        + start.where() + "), after its life had ended at " + life.get());
            }
        }
    }
}
