// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Position;
import dev.reprise.audit.history.Slack;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.topic.Topics;

/** Each decision names a record that exists and is about its instance, and the policy that was in force. */
final class I12Provenance implements Invariant {
    @Override
    public String id() {
        return "I12";
    }

    @Override
    public String promise() {
        return "each decision names an existing cause and the policy then in force";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DISPATCHES, Topics.DECISIONS, Topics.JOBS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Map<Position, RerunDispatch> ledger = new HashMap<>();
        for (Logged<DispatchRecord> line : history.ledger()) {
            if (line.message() instanceof RerunDispatch dispatch) {
                ledger.put(line.position(), dispatch);
            }
        }
        for (Logged<DecisionRecord> decision : history.decisions()) {
            if (decision.message().cause().topic().isPresent()) {
                judgeCause(history, ledger, decision, judgement);
            }
            judgePolicy(history, decision, judgement);
        }
    }

    private static void judgeCause(History history, Map<Position, RerunDispatch> ledger,
            Logged<DecisionRecord> decision, Judgement judgement) {
        String name = decision.message().instance() + ": the decision at " + decision.position();
        Optional<Position> cause = history.causeOf(decision.message())
                .filter(position -> position.topic() == Topics.EVENTS || position.topic() == Topics.DISPATCHES);
        if (cause.isEmpty()) {
            judgement.require(false, name + " names a cause in topic " + decision.message().cause().topic().orElse("")
                    + ", where no cause can be");
            return;
        }
        Position position = cause.get();
        boolean exists = position.topic() == Topics.EVENTS
                ? history.event(position).map(event -> matches(event, decision.message())).orElse(false)
                : Optional.ofNullable(ledger.get(position))
                        .map(line -> line.instance().equals(decision.message().instance())).orElse(false);
        boolean mayBeGone = history.extent().isGone(position) || position.topic() == Topics.DISPATCHES
                && !ledger.containsKey(position)
                && history.extent().mayBeGone(position.place(), decision.message().at());
        if (!exists && mayBeGone) {
            judgement.notJudged();
        } else {
            judgement.require(exists, name + " names " + decision.message().cause().type() + " at " + position
                    + " as its cause, and no such record about this instance is there");
        }
    }

    private static boolean matches(Logged<EventNote> event, DecisionRecord decision) {
        return event.message().instance().equals(decision.instance())
                && event.message().type().schemaName().equals(decision.cause().type());
    }

    /** Only where the registry says nothing newer, and nobody was quicker than the registry's way to the coordinator. */
    private static void judgePolicy(History history, Logged<DecisionRecord> decision, Judgement judgement) {
        JobId job = decision.message().job();
        List<Logged<JobDefinition>> entries = history.jobs(job);
        boolean known = !entries.isEmpty() && !history.wasRemoved(job)
                && entries.getLast().message().updatedAt().plus(Slack.UNDER_WAY).isBefore(decision.message().at());
        if (!known) {
            judgement.notJudged();
            return;
        }
        String inForce = entries.getLast().message().policy().version();
        judgement.require(decision.message().policyVersion().equals(inForce), decision.message().instance()
                + ": the decision at " + decision.position() + " rests on policy " + decision.message().policyVersion()
                + ", and " + inForce + " was in force (" + entries.getLast().position() + ")");
    }
}
