// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;

/** What outside an instance may hold a rerun that is otherwise ready, in the order in which it is asked. */
final class Holds {
    /** How often a hold that may end at any moment is looked at again. */
    private static final Duration SOON = Duration.ofSeconds(15);
    /** How often a question without an answer is asked again. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
    /** How often a hold that will be lifted by an event is looked at all the same. */
    private static final Duration RARELY = Duration.ofMinutes(5);

    private Holds() {}

    /** The wait that a rerun is put into, if something holds it. */
    static Optional<Decision.Wait> of(Situation situation, Proposal proposal) {
        Instant now = situation.now();
        if (isControlled(situation, ControlKind.FREEZE)) {
            return wait(Reason.FROZEN, WaitPurpose.RELEASE, now.plus(SOON), proposal);
        }
        if (proposal.ordered()) {
            return Optional.empty();
        }
        if (isControlled(situation, ControlKind.PAUSE)) {
            return wait(Reason.PAUSED, WaitPurpose.RELEASE, now.plus(SOON), proposal);
        }
        Optional<Instant> blackoutEnds = situation.policy().blackouts().stream()
                .flatMap(window -> window.endOf(now).stream()).max(Comparator.naturalOrder());
        if (blackoutEnds.isPresent()) {
            return wait(Reason.BLACKOUT, WaitPurpose.RELEASE, blackoutEnds.get(), proposal);
        }
        return situation.policy().admission().isPresent() && proposal.group().isPresent()
                ? admission(situation, proposal)
                : Optional.empty();
    }

    private static Optional<Decision.Wait> admission(Situation situation, Proposal proposal) {
        Instant now = situation.now();
        boolean needsSlot = situation.policy().admission().filter(rule -> rule.maxParallel() > 0).isPresent();
        Optional<Ask> ask = situation.seen().ask().filter(asked -> asked.rerunId().equals(proposal.rerunId()));
        Ask.Answer answer = ask.map(Ask::answer).orElse(Ask.Answer.NONE);
        return switch (answer) {
            case NONE -> wait(Reason.ADMISSION_PENDING, WaitPurpose.ADMISSION, now.plus(ASK_AGAIN), proposal);
            case HELD -> Optional.of(byGroup(situation, ask.flatMap(Ask::why).orElse(Reason.STORM_HELD), proposal));
            case ADMITTED -> needsSlot && !ask.map(Ask::slot).orElse(false)
                    ? wait(Reason.ADMISSION_PENDING, WaitPurpose.ADMISSION, now.plus(ASK_AGAIN), proposal)
                    : Optional.empty();
        };
    }

    /** When a hold is looked at again, after it was looked at in vain: a constant of its kind. */
    static Instant again(Phase.Held held, Instant now) {
        Instant next = now.plus(switch (held.why()) {
            case PAUSED, FROZEN, BLACKOUT -> SOON;
            case ADMISSION_PENDING -> ASK_AGAIN;
            default -> RARELY;
        });
        // When its time is over it must be told, not looked at a little later.
        Instant over = held.proposal().notAfter().plusMillis(1);
        return next.isAfter(over) && over.isAfter(now) ? over : next;
    }

    private static boolean isControlled(Situation situation, ControlKind kind) {
        return situation.job().controls().stream().filter(control -> control.kind() == kind)
                .anyMatch((Control control) -> control.activeAt(situation.now()));
    }

    /** The wait of a rerun that its group holds: an answer ends it, and the end of the rerun's life does. */
    static Decision.Wait byGroup(Situation situation, Reason reason, Proposal proposal) {
        return waiting(reason, WaitPurpose.ADMISSION, situation.now().plus(RARELY), proposal);
    }

    private static Optional<Decision.Wait> wait(Reason reason, WaitPurpose purpose, Instant until, Proposal proposal) {
        return Optional.of(waiting(reason, purpose, until, proposal));
    }

    private static Decision.Wait waiting(Reason reason, WaitPurpose purpose, Instant until, Proposal proposal) {
        Instant over = proposal.notAfter().plusMillis(1);
        return new Decision.Wait(reason, purpose, Optional.of(until.isAfter(over) ? over : until),
                Optional.of(proposal));
    }
}
