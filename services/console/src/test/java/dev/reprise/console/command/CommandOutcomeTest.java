// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.suppress;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.console.Samples;
import dev.reprise.console.store.Questions.StoredDecision;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.AlertKey;

class CommandOutcomeTest {

    private static final OperatorCommand REQUEST = new RerunRequested(ORDERS_28.job(), ORDERS_28.partition(), NOON,
            "click",
            "ann", "why", false, false);
    private static final OperatorCommand REJECTION = new RerunRejected(ORDERS_28.job(), ORDERS_28.partition(), NOON,
            "click",
            "ann", "why", Samples.rerunOf(ORDERS_28));
    private static final AlertKey KEY = AlertKey.of("AWAITING_APPROVAL", ORDERS_28);
    private static final Decision WAIT = new Decision.Wait(Reason.BARRIER_PENDING, WaitPurpose.BARRIER,
            Optional.empty(),
            Optional.empty());
    private static final Decision RESOLVE = new Decision.Resolve(Reason.REJECTED, KEY);

    private record Case(String what, OperatorCommand command, List<Decision> decisions, boolean refused,
            Reason deciding) {}

    @TestFactory
    Stream<DynamicTest> shouldTellRefusalFromGrant() {
        return Stream.of(
                new Case("a rerun that waits for its barrier", REQUEST, List.of(RESOLVE, WAIT), false,
                        Reason.BARRIER_PENDING),
                new Case("already succeeded", REQUEST, List.of(suppress(Reason.ALREADY_SUCCEEDED)), true,
                        Reason.ALREADY_SUCCEEDED),
                new Case("the same click again", REQUEST, List.of(suppress(Reason.DUPLICATE_REQUEST)), false,
                        Reason.DUPLICATE_REQUEST),
                new Case("a person must approve", REQUEST, List.of(alert(Optional.of(proposal()))), false,
                        Reason.AWAITING_APPROVAL),
                new Case("told and not proposed", REQUEST, List.of(alert(Optional.empty())), true,
                        Reason.AWAITING_APPROVAL),
                new Case("a rejection that is done", REJECTION, List.of(RESOLVE, suppress(Reason.REJECTED)), false,
                        Reason.REJECTED),
                new Case("a rejection that comes too late", REJECTION, List.of(suppress(Reason.STALE_APPROVAL)), true,
                        Reason.STALE_APPROVAL))
                .map(each -> DynamicTest.dynamicTest(each.what(), () -> {
                    List<StoredDecision> stored = IntStream.range(0, each.decisions().size()).mapToObj(
                            i -> new StoredDecision(0, i, Samples.decision(ORDERS_28, each.decisions().get(i), NOON)))
                            .toList();
                    assertThat(CommandOutcome.isRefused(each.command(), stored)).isEqualTo(each.refused());
                    assertThat(CommandOutcome.deciding(stored).decision().decision().reason())
                            .isEqualTo(each.deciding());
                }));
    }

    private static Decision alert(Optional<Proposal> proposal) {
        return new Decision.Alert(Reason.AWAITING_APPROVAL, KEY, Severity.WARNING, proposal, Optional.empty());
    }

    private static Proposal proposal() {
        return new Proposal(Samples.rerunOf(ORDERS_28), Reason.MANUAL, Optional.empty(), NOON, Optional.empty(),
                Optional.of("ann"), Optional.empty());
    }
}
