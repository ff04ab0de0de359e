// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.breaks;

import java.util.List;

import dev.reprise.house.broken.Break;
import dev.reprise.house.broken.Edit;

/** The protections that are removed, one at a time. A snippet that moves is to be moved here as well. */
final class Breaks {
    private static final String CORE = "services/core/src/main/java/dev/reprise/core/instance/";
    private static final String LEDGER = "services/runner/src/main/java/dev/reprise/runner/ledger/";
    private static final String MACHINE = LEDGER + "DispatchMachine.java";
    private static final String RULES = LEDGER + "DispatchRules.java";
    private static final String RERUNS = CORE + "RerunRules.java";

    private static final String PROCESSES = "services/simulation/src/main/java/dev/reprise/simulation/process/";
    private static final String COORDINATOR = PROCESSES + "CoordinatorProcess.java";

    private Breaks() {}

    static final List<Break> ALL = List.of(
            new Break("no intent", List.of(
                    new Edit(MACHINE, "case NextStep.Intend _ -> write(new DispatchIntent(",
                            "case NextStep.Intend _ -> pretend(new DispatchIntent("),
                    new Edit(MACHINE, "    private LedgerEntry.Open open(Flight flight) {", """
                            private void pretend(RerunDispatch line, Optional<Flight> flight) {
                                own.ledger().apply(own.epoch(), line);
                                goOnAfter(line, own.epoch(), flight.orElseThrow(), line.at());
                            }

                            private LedgerEntry.Open open(Flight flight) {"""))),
            Break.of("acknowledge first", MACHINE, "window.take(incoming.offset());",
                    "window.take(incoming.offset()); window.finish(incoming.offset());"),
            new Break("no fence", List.of(
                    new Edit("services/runner/src/main/java/dev/reprise/runner/dispatch/TopicNames.java",
                            "return prefix + \"runner-\" + kafkaPartition;",
                            "return prefix + \"runner-\" + kafkaPartition + System.nanoTime();"),
                    new Edit(PROCESSES + "RunnerProcess.java",
                            "producer(own).commit(own.member, write.position());", "producer(own).commit();"))),
            Break.of("random id", "schemas/src/main/java/dev/reprise/schemas/id/RerunId.java",
                    "return derive(instance, failed.run().value(), Integer.toString(failed.number()));",
                    "return derive(instance, failed.run().value(), java.util.UUID.randomUUID().toString());"),
            Break.of("no barrier", RERUNS, ".orElseGet(() -> List.of(confirm(situation, proposal)));",
                    ".orElseGet(() -> List.of(rerun(situation, proposal)));"),
            Break.of("blind retry", RULES, "case DispatchClass.Opaque _ -> Instant.EPOCH;",
                    "case DispatchClass.Opaque _ -> start.notAfter();"),
            Break.of("no fence at the target", RULES, "case DispatchClass.Fenced _ -> new NextStep.Fence();",
                    "case DispatchClass.Fenced _ -> new NextStep.Query();"),
            new Break("the question before the fence", List.of(
                    new Edit(RULES, "case DispatchClass.Fenced _ -> new NextStep.Fence();",
                            "case DispatchClass.Fenced _ -> new NextStep.Query();"),
                    new Edit(RULES, "case FenceOutcome.Installed _ -> new NextStep.Query();",
                            "case FenceOutcome.Installed _ -> new NextStep.Cleared();"),
                    new Edit(RULES, "case QueryOutcome.NotFound _ -> new NextStep.Cleared();",
                            "case QueryOutcome.NotFound _ -> new NextStep.Fence();"))),
            Break.of("an old token again", MACHINE, "flight.allowedBy = offset;", "flight.allowedBy = own.epoch();"),
            new Break("no age gate", List.of(
                    new Edit(CORE + "FailureRules.java",
                            "if (situation.age(report.at()).compareTo(situation.policy().maxAge()) > 0) {",
                            "if (situation.age(report.at()).isNegative() && report.at().isBefore(Instant.MIN)) {"),
                    new Edit(RERUNS,
                            "proceed(Situation situation, Proposal proposal) { if (situation.now().isAfter(proposal.notAfter())) {",
                            "proceed(Situation situation, Proposal proposal) { if (situation.now().isBefore(Instant.MIN)) {"),
                    new Edit(RERUNS,
                            "Proposal proposal = confirming.proposal(); if (situation.now().isAfter(proposal.notAfter())) {",
                            "Proposal proposal = confirming.proposal(); if (situation.now().isBefore(Instant.MIN)) {"))),
            Break.of("fresh notAfter", CORE + "FailureRules.java", "failedAt.plus(situation.policy().maxAge())",
                    "situation.now().plus(situation.policy().maxAge())"),
            Break.of("the whole horizon", RULES, "Instant half = intentAt.plus(half(keyed.horizon()));",
                    "Instant half = intentAt.plus(half(keyed.horizon()).multipliedBy(2));"),
            Break.of("results are forgotten", RULES,
                    "case LedgerEntry.Settled _ -> new NextStep.Skip(NextStep.SkipReason.SETTLED); case LedgerEntry.Unreadable unreadable",
                    "case LedgerEntry.Settled _ -> new NextStep.Intend(); case LedgerEntry.Unreadable unreadable"),
            Break.of("no budget", RERUNS, "if (state.reruns() >= situation.policy().maxReruns()) {",
                    "if (state.reruns() > Integer.MAX_VALUE - 1) {"),
            Break.of("no guard", "services/core/src/main/java/dev/reprise/core/guard/Guard.java",
                    "case NOT_IDEMPOTENT -> new Refused(Reason.NON_IDEMPOTENT);",
                    "case NOT_IDEMPOTENT -> new Allowed();"),
            Break.of("a person is not asked to wait", CORE + "OperatorRules.java",
                    "if (isOpen(state)) {", "if (!state.runs().active().isEmpty()) {"),
            new Break("state outlives its transaction", List.of(
                    new Edit(COORDINATOR, "working = new Working(committed.last);", "working = committed.last;"),
                    new Edit(COORDINATOR, "working = new Working(working);", ""))),
            new Break("forgotten too soon", List.of(
                    new Edit(CORE + "Forgetting.java", "return longer(job.remembrance().results(), details(job));",
                            "return details(job);"),
                    new Edit(CORE + "Forgetting.java", "return longer(job.remembrance().details(), needed);",
                            "return needed.dividedBy(18);"))),
            Break.of("no look at the clock", RULES,
                    "return scene.now().isAfter(start.notAfter()) || !scene",
                    "return scene.now().isBefore(Instant.MIN) || !scene"));
}
