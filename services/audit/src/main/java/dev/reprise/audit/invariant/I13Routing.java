// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/** Everything about an instance is in its one Kafka partition, under its own key, in topics of one size. */
final class I13Routing implements Invariant {
    @Override
    public String id() {
        return "I13";
    }

    @Override
    public String promise() {
        return "all about an instance is in its Kafka partition, the same in every topic";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.COMMANDS, Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Set<Integer> sizes = new TreeSet<>();
        for (Topics topic : Topics.values()) {
            if (topic.partitionedByInstance() && history.extent().exists(topic)) {
                sizes.add(history.extent().kafkaPartitions(topic));
            }
        }
        judgement.require(sizes.size() == 1, "topics keyed by instance have different numbers of Kafka partitions: "
                + sizes.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        history.decisions().forEach(logged -> judge(history, logged, logged.message().instance(), judgement));
        history.commands().forEach(logged -> judge(history, logged, logged.message().instance(), judgement));
        history.permits().forEach(logged -> judge(history, logged, logged.message().instance(), judgement));
        history.snapshots().forEach(logged -> judge(history, logged, logged.message().instance(), judgement));
        for (Logged<DispatchRecord> line : history.ledger()) {
            switch (line.message()) {
                case RerunDispatch dispatch -> {
                    place(history, line, dispatch.instance(), judgement);
                    key(line, dispatch.rerunId().value(), judgement);
                }
                case Takeover _ -> key(line, "takeover", judgement);
            }
        }
        history.unusable().stream().filter(unusable -> unusable.position().topic() == Topics.EVENTS)
                .forEach(unusable -> {
                    for (Logged<DecisionRecord> decision : history.decisionsFor(unusable.position())) {
                        judgement.violated(decision.message().instance() + ": the unusable record at "
                                + unusable.position() + " (" + unusable.cause() + ") was decided on at "
                                + decision.position());
                    }
                });
    }

    private static void judge(History history, Logged<?> logged, InstanceId instance, Judgement judgement) {
        place(history, logged, instance, judgement);
        key(logged, instance.key(), judgement);
    }

    private static void place(History history, Logged<?> logged, InstanceId instance, Judgement judgement) {
        int home = history.home(logged.position().topic(), instance).kafkaPartition();
        judgement.require(logged.position().kafkaPartition() == home, instance + ": the record at "
                + logged.position() + " belongs into Kafka partition " + home);
    }

    private static void key(Logged<?> logged, String expected, Judgement judgement) {
        judgement.require(logged.key().equals(expected), "the record at " + logged.position() + " has key '"
                + logged.key() + "', expected '" + expected + "'");
    }
}
