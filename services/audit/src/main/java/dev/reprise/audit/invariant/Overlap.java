// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import dev.reprise.audit.history.History;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchResult;

/** How two decided reruns of one instance, one after the other, lie in time. */
enum Overlap {
    /** The first was over. */
    APART,
    /** Nothing says that it was. */
    OVERLAPPING,
    /** What would say so may be gone. */
    UNKNOWN;

    static Overlap of(History history, Claim first, Claim second) {
        if (wasTakenBack(history, first, second) || wasNotTaken(history, first)) {
            return APART;
        }
        if (first.barrier().isEmpty() || second.barrier().isEmpty()
                || history.extent().isGone(first.barrier().get())) {
            return UNKNOWN;
        }
        long from = first.barrier().get().offset();
        long to = second.barrier().get().offset();
        boolean ended = history.events(first.instance()).stream().anyMatch(event -> event.message().what().ends()
                && event.position().offset() > from && event.position().offset() < to);
        return ended ? APART : OVERLAPPING;
    }

    /** Taken back, or given up: its time was over and people were told that nobody had answered for it. */
    private static boolean wasTakenBack(History history, Claim first, Claim second) {
        return history.decisions(first.instance()).stream()
                .filter(decision -> decision.position().offset() > first.logged().position().offset()
                        && decision.position().offset() < second.logged().position().offset())
                .anyMatch(decision -> switch (decision.message().decision()) {
                    case Decision.Withdraw withdraw -> withdraw.rerunId().equals(first.rerun().rerunId());
                    case Decision.Alert alert -> alert.reason() == Reason.RERUN_UNANSWERED
                            && decision.message().at().isAfter(first.rerun().notAfter());
                    default -> false;
                });
    }

    private static boolean wasNotTaken(History history, Claim first) {
        return history.ledger(first.rerun().rerunId()).stream()
                .anyMatch(line -> line.message() instanceof DispatchResult
                        && !(line.message() instanceof DispatchAccepted));
    }
}
