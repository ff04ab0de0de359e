// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.reprise.core.instance.Effects;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.id.InstanceId;

/** What is waited for, and for how long. */
final class WaitText {
    private WaitText() {}

    static String of(Decision.Wait wait, InstanceState after, JobView job) {
        String failed = wait.proposal().flatMap(Proposal::answers)
                .map(attempt -> Words.capital(Words.name(attempt)) + " failed" + Words.error(after) + "."
                        + Words.taken(after) + " ")
                .orElse("");
        return switch (wait.reason()) {
            case BARRIER_PENDING ->
                "Last look: whatever is in the log already is read first, and the rerun is decided at once after it.";
            case UPSTREAM_AWAITED -> failed + upstreams(after, job) + " It is rerun once that has succeeded"
                    + wait.until().map(until -> "; a person is told if it has not by " + Words.time(until)).orElse("")
                    + ".";
            case PAUSED -> failed + held(job, ControlKind.PAUSE) + life(wait)
                    + " A person's own request passes a pause.";
            case FROZEN -> failed + held(job, ControlKind.FREEZE) + life(wait);
            case BLACKOUT -> failed + "No rerun is sent in this window of the day"
                    + wait.until().map(until -> ", which ends at " + Words.time(until)).orElse("") + "." + life(wait);
            case ADMISSION_PENDING -> failed + "Group " + group(wait) + " is asked; it answers within seconds.";
            case STORM_HELD -> failed + "The breaker of group " + group(wait) + " is open: too many failures came at"
                    + " once, so that one cause is likely." + life(wait);
            case RETRY_BUDGET_HELD -> failed + "Group " + group(wait) + " has used the reruns that its retry budget"
                    + " grants; this one goes when there is budget again." + life(wait);
            case SLOT_HELD -> failed + "Group " + group(wait) + " runs as many reruns at once as it may; this one goes"
                    + " when a place is free." + life(wait);
            case OTHER_RUN_ACTIVE -> failed + "Alive are: " + after.runs().active().stream().map(Words::name)
                    .collect(Collectors.joining("; ")) + ". Waiting for how that ends.";
            case NATIVE_RETRY_EXPECTED -> failed + "Its scheduler starts the next try by itself"
                    + wait.until().map(until -> ", by " + Words.time(until) + " at the latest").orElse("") + ".";
            case HEARTBEAT_LOST_RECONCILE -> "Its scheduler is asked how the run stands"
                    + wait.until().map(until -> "; a person is told if no answer came by " + Words.time(until))
                            .orElse("")
                    + ".";
            case RESEND_SAME_KEY -> "The target has not answered; it is asked again under the same key"
                    + wait.until().map(until -> " at " + Words.time(until)).orElse("") + ".";
            default -> failed + wait.until()
                    .map(until -> "Looking again at " + Words.time(until) + ", or as soon as there is news.")
                    .orElse("Waiting for news.");
        };
    }

    private static String upstreams(InstanceState after, JobView job) {
        List<InstanceId> awaited = job instanceof JobView.Known known
                ? Effects.upstreamsOf(after.instance(), known)
                : List.of();
        return "It waits for " + (awaited.isEmpty()
                ? "what it reads"
                : awaited.stream().map(each -> each.job() + " " + each.partition()
                        + (after.links().recovered().contains(each) ? " (there now)" : ""))
                        .collect(Collectors.joining(", ")))
                + ".";
    }

    private static String held(JobView job, ControlKind kind) {
        Optional<Control> control = job instanceof JobView.Known known
                ? known.controls().stream().filter(each -> each.kind() == kind).findFirst()
                : Optional.empty();
        String done = kind == ControlKind.PAUSE ? "Paused" : "Frozen";
        return control.map(each -> done + (each.scope().equals(Control.EVERYTHING)
                ? " is everything"
                : " is "
                        + each.scope())
                + ", by " + each.actor() + " since " + Words.time(each.from())
                + each.until().map(until -> " until " + Words.time(until)).orElse("") + ": "
                + Words.sentence(each.reason())).orElse(done + " by a person.");
    }

    private static String life(Decision.Wait wait) {
        return wait.proposal().map(proposal -> " If nothing lets it go by " + Words.time(proposal.notAfter())
                + ", a person is told.").orElse("");
    }

    private static String group(Decision.Wait wait) {
        return wait.proposal().flatMap(Proposal::group).orElse("of the job");
    }
}
