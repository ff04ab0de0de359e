// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.DeadLetterNote;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Unusable;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.topic.Topics;

/**
 * Every event that needs an answer has one, every record that cannot be used is a dead letter, and nothing is answered
 * twice. The only invariant that sees a report which a lost state has swallowed.
 */
final class I07Accounting implements Invariant {
    @Override
    public String id() {
        return "I7";
    }

    @Override
    public String promise() {
        return "every failure and request is answered once, every unusable record is a dead letter: none is swallowed";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.DEAD_LETTERS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        history.events().forEach(event -> judgeEvent(history, event, judgement));
        history.unusable().stream().filter(unusable -> unusable.position().topic() == Topics.EVENTS)
                .forEach(unusable -> judgeUnusable(history, unusable, judgement));
    }

    private static void judgeEvent(History history, Logged<EventNote> event, Judgement judgement) {
        List<Logged<DecisionRecord>> decisions = history.decisionsFor(event.position());
        List<DeadLetterNote> letters = history.deadLetters(event.position());
        String name = event.message().instance() + ": " + event.message().type().schemaName() + " at "
                + event.position();
        Set<String> ids = new HashSet<>();
        for (Logged<DecisionRecord> decision : decisions) {
            if (!ids.add(decision.id())) {
                judgement.violated(name + " was answered twice, the second time at " + decision.position());
            }
        }
        if (!decisions.isEmpty() && !letters.isEmpty()) {
            judgement.violated(name + " was answered and also put aside at " + letters.getFirst().position());
        }
        if (!event.message().what().answered()) {
            return;
        }
        boolean accounted = !decisions.isEmpty() || !letters.isEmpty();
        if (!accounted && isOpen(history, event)) {
            judgement.notJudged();
        } else {
            judgement.require(accounted, name + " has no decision and is no dead letter");
        }
    }

    private static boolean isOpen(History history, Logged<EventNote> event) {
        return event.position().offset() >= history.decidedUpTo(event.position().place())
                || history.extent().mayBeGone(history.home(Topics.DECISIONS, event.message().instance()),
                        event.appendedAt());
    }

    private static void judgeUnusable(History history, Unusable unusable, Judgement judgement) {
        List<DeadLetterNote> letters = history.deadLetters(unusable.position());
        boolean open = unusable.position().offset() >= history.decidedUpTo(unusable.position().place())
                || lettersMayBeGone(history, unusable);
        if (letters.isEmpty() && open) {
            judgement.notJudged();
            return;
        }
        judgement.require(letters.size() == 1, "the unusable record at " + unusable.position() + " (" + unusable.cause()
                + ") is a dead letter " + letters.size() + " times, expected once");
    }

    /** A dead letter may be in any of the topic's Kafka partitions. */
    private static boolean lettersMayBeGone(History history, Unusable unusable) {
        return history.extent().spans().keySet().stream().filter(place -> place.topic() == Topics.DEAD_LETTERS)
                .anyMatch(place -> history.extent().mayBeGone(place, unusable.appendedAt()));
    }
}
