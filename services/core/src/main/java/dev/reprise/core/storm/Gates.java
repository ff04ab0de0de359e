// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.util.Optional;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.AdmissionRule;

/**
 * The gates a rerun passes: the breaker of its group, that of its error, the retry budget; then, once its wait is over,
 * the slots. Who was admitted stays admitted: a breaker that opens later holds later failures.
 */
final class Gates {
    private Gates() {}

    static void asked(Round round, AdmissionAsked asked) {
        round.rule(asked.rule());
        Optional<Ask> known = round.rows.ask(asked.rerunId());
        boolean settled = known.filter(ask -> ask.standing() == Ask.Standing.SETTLED).isPresent();
        boolean live = known.isPresent() && !settled;
        if (live && !(asked.slot() && known.get().standing() == Ask.Standing.ADMITTED)) {
            round.repeat(known.get());
        } else if (asked.slot()) {
            // One that is not known was admitted before it was forgotten: it would not ask for a slot otherwise.
            slot(round, live ? known.get() : question(round, asked));
        } else {
            if (!settled) {
                round.budget(round.budget().ran(round.rule(), round.now));
            }
            Storms.judge(round, question(round, asked), !settled);
        }
    }

    private static Ask question(Round round, AdmissionAsked asked) {
        return Ask.of(asked, groupSubject(round), round.nextNumber(), round.now);
    }

    static void settled(Round round, AdmissionSettled settled) {
        Optional<Ask> known = round.rows.ask(settled.rerunId())
                .filter(ask -> ask.standing() != Ask.Standing.SETTLED);
        known.ifPresent(ask -> {
            round.settle(ask);
            ask.probing().ifPresent(probe -> Storms.probed(round, probe, settled.outcome()));
        });
    }

    /** A question whose end nobody told: its slot is free, its probe proves nothing. */
    static void expired(Round round, Ask ask) {
        round.forget(ask);
        if (ask.standing() != Ask.Standing.SETTLED) {
            ask.probing().ifPresent(probe -> Storms.probed(round, probe, AdmissionOutcome.WITHDRAWN));
        }
    }

    /** The last gate before a rerun is admitted. */
    static void spend(Round round, Ask ask, Optional<Reason> reason, String detail) {
        AdmissionRule rule = round.rule();
        if (round.budget().allows(rule, round.now)) {
            admit(round, ask, reason, detail);
        } else {
            round.hold(ask, Lane.BUDGET, Reason.RETRY_BUDGET_HELD, false, groupSubject(round),
                    round.budget().allowed(rule, round.now) + " reruns are allowed in an hour ("
                            + rule.retryBudget() + " % of the runs, at least " + rule.retryBudgetFloor()
                            + ") and all are spent");
        }
    }

    /** Admits and counts it; a probe passes the budget, for it tells whether spending more is of use. */
    static void admit(Round round, Ask ask, Optional<Reason> reason, String detail) {
        round.budget(round.budget().spent(round.rule(), round.now));
        round.let(ask, Ask.Standing.ADMITTED, reason, reason.isPresent() ? ask.ruling().subject() : groupSubject(round),
                detail);
    }

    private static void slot(Round round, Ask ask) {
        AdmissionRule rule = round.rule();
        if (rule.maxParallel() == 0 || (round.counts().slot() == 0 && hasSlot(round, rule))) {
            round.let(ask, Ask.Standing.UNDER_WAY, Optional.empty(), groupSubject(round), "");
        } else {
            round.hold(ask, Lane.SLOT, Reason.SLOT_HELD, false, groupSubject(round), round.counts().underWay()
                    + " reruns of the group are under way, " + rule.maxParallel() + " may be");
        }
    }

    private static boolean hasSlot(Round round, AdmissionRule rule) {
        return rule.maxParallel() == 0 || round.counts().underWay() < rule.maxParallel();
    }

    /** Gives free slots and free places of the budget to who waits for them. */
    static void fill(Round round) {
        Optional<AdmissionRule> rule = round.knownRule();
        if (rule.isEmpty()) {
            return;
        }
        while (round.counts().slot() > 0 && hasSlot(round, rule.get()) && round.mayMove()) {
            Ask next = round.first(Lane.SLOT).orElseThrow();
            round.take(next);
            round.let(next, Ask.Standing.UNDER_WAY, Optional.empty(), groupSubject(round), "a slot has become free");
        }
        while (round.counts().budget() > 0 && round.budget().allows(rule.get(), round.now) && round.mayMove()) {
            Ask next = round.first(Lane.BUDGET).orElseThrow();
            round.take(next);
            // A breaker may have opened while it waited.
            Storms.judge(round, next, false);
        }
    }

    private static String groupSubject(Round round) {
        return Subjects.of(round.group(), Breaker.WHOLE_GROUP);
    }
}
