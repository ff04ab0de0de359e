// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.instance.Effects;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;

/** What is waited for, and for how long. */
final class WaitText {
    private WaitText() {}

    static List<Statement> of(Decision.Wait wait, InstanceState after, JobView job) {
        List<Statement> text = new ArrayList<>();
        switch (wait.reason()) {
            case BARRIER_PENDING -> text.add(Statement.of(Wording.LAST_LOOK));
            case HEARTBEAT_LOST_RECONCILE -> text.add(until(Wording.SCHEDULER_ASKED, wait));
            case RESEND_SAME_KEY -> text.add(until(Wording.SAME_KEY, wait));
            default -> {
                failed(wait, after, text);
                awaited(wait, after, job, text);
            }
        }
        return text;
    }

    private static void failed(Decision.Wait wait, InstanceState after, List<Statement> text) {
        wait.proposal().flatMap(Proposal::answers).ifPresent(attempt -> {
            text.add(Words.run(Wording.RUN_FAILED, attempt).with("error", Words.error(after)));
            Words.taken(after).ifPresent(text::add);
        });
    }

    private static void awaited(Decision.Wait wait, InstanceState after, JobView job, List<Statement> text) {
        switch (wait.reason()) {
            case UPSTREAM_AWAITED -> {
                upstreams(after, job, text);
                text.add(until(Wording.RERUN_THEN, wait));
            }
            case PAUSED -> {
                text.add(held(job, ControlKind.PAUSE));
                life(wait).ifPresent(text::add);
                text.add(Statement.of(Wording.REQUEST_PASSES));
            }
            case FROZEN -> {
                text.add(held(job, ControlKind.FREEZE));
                life(wait).ifPresent(text::add);
            }
            case BLACKOUT -> {
                text.add(until(Wording.BLACKOUT, wait));
                life(wait).ifPresent(text::add);
            }
            case ADMISSION_PENDING -> text.add(group(Wording.GROUP_ASKED, wait, after));
            case STORM_HELD -> {
                text.add(group(Wording.BREAKER_OPEN, wait, after));
                life(wait).ifPresent(text::add);
            }
            case RETRY_BUDGET_HELD -> {
                text.add(group(Wording.BUDGET_USED, wait, after));
                life(wait).ifPresent(text::add);
            }
            case SLOT_HELD -> {
                text.add(group(Wording.PLACES_TAKEN, wait, after));
                life(wait).ifPresent(text::add);
            }
            case OTHER_RUN_ACTIVE -> alive(after, text);
            case NATIVE_RETRY_EXPECTED -> text.add(until(Wording.OWN_RETRY, wait));
            default -> text.add(wait.until().isPresent()
                    ? until(Wording.LOOKS_AGAIN, wait)
                    : Statement.of(Wording.AWAITS_NEWS));
        }
    }

    private static void upstreams(InstanceState after, JobView job, List<Statement> text) {
        List<InstanceId> awaited = job instanceof JobView.Known known
                ? Effects.upstreamsOf(after.instance(), known)
                : List.of();
        if (awaited.isEmpty()) {
            text.add(Statement.of(Wording.AWAITS_INPUT));
        }
        Wording wording = Wording.AWAITS;
        for (InstanceId each : awaited) {
            text.add(Statement.of(wording, "input", each.job() + " " + each.partition()));
            if (after.links().recovered().contains(each)) {
                text.add(Statement.of(Wording.THERE_NOW));
            }
            wording = Wording.AWAITS_TOO;
        }
        text.add(Statement.of(Wording.END));
    }

    private static void alive(InstanceState after, List<Statement> text) {
        Wording wording = Wording.ALIVE;
        for (AttemptId each : after.runs().active()) {
            text.add(Words.run(wording, each));
            wording = Wording.ALIVE_TOO;
        }
        if (wording == Wording.ALIVE_TOO) {
            text.add(Statement.of(Wording.END));
        }
        text.add(Statement.of(Wording.UNTIL_IT_ENDS));
    }

    private static Statement held(JobView job, ControlKind kind) {
        boolean pause = kind == ControlKind.PAUSE;
        Optional<Control> control = job instanceof JobView.Known known
                ? known.controls().stream().filter(each -> each.kind() == kind).findFirst()
                : Optional.empty();
        return control.map(each -> (each.scope().equals(Control.EVERYTHING)
                ? Statement.of(pause ? Wording.PAUSED_EVERYWHERE : Wording.FROZEN_EVERYWHERE)
                : Statement.of(pause ? Wording.PAUSED : Wording.FROZEN, "scope", each.scope()))
                .with("actor", each.actor()).with("from", Words.time(each.from()))
                .with("until", each.until().map(Words::time)).with("words", Words.sentence(each.reason())))
                .orElseGet(() -> Statement.of(pause ? Wording.PAUSED_BY_A_PERSON : Wording.FROZEN_BY_A_PERSON));
    }

    private static Optional<Statement> life(Decision.Wait wait) {
        return wait.proposal().map(proposal -> Statement.of(Wording.TOLD_IF_HELD, "until",
                Words.time(proposal.notAfter())));
    }

    private static Statement until(Wording wording, Decision.Wait wait) {
        return Statement.of(wording).with("until", wait.until().map(Words::time));
    }

    /** A job that names no group belongs to that of its namespace. */
    private static Statement group(Wording wording, Decision.Wait wait, InstanceState after) {
        return Statement.of(wording, "group", wait.proposal().flatMap(Proposal::group)
                .orElseGet(() -> after.instance().job().namespace()));
    }
}
