// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.cascade.JobGraph;
import dev.reprise.core.classify.Classification;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.RunNoted;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * What a step tells others, beside its decisions: a function of the states before and after it. Told twice, each of them
 * means the same as told once.
 */
public final class Effects {
    private Effects() {}

    /**
     * What is told.
     *
     * @param before the state before the step
     * @param input what came
     * @param next the state after it
     * @param job what is in force for the job
     */
    public static List<Outgoing> of(
            InstanceState before, InstanceFact.Input input, InstanceState next, JobView job) {
        List<Outgoing> told = new ArrayList<>();
        if (next.phase() instanceof Phase.Confirming confirming && !confirming.equals(before.phase())) {
            told.add(new Outgoing.ToInstance(new Barrier(next.instance().job(), next.instance().partition(),
                    input.now(), confirming.nonce())));
        }
        recovered(before, input, next).forEach(waiter -> told.add(new Outgoing.ToInstance(
                new UpstreamRecovered(waiter.job(), waiter.partition(), input.now(), next.instance().job(),
                        next.instance().partition()))));
        settled(before, next, input.now()).ifPresent(told::add);
        if (job instanceof JobView.Known known) {
            asked(before, next, known, input.now()).ifPresent(told::add);
            noted(before, input, next, known).ifPresent(told::add);
            awaited(before, next, known, input.now()).forEach(told::add);
            rewritten(before, next, known, input.now()).forEach(told::add);
        }
        return List.copyOf(told);
    }

    /** The instances that an instance reads from. */
    public static List<InstanceId> upstreamsOf(InstanceId instance, JobView.Known job) {
        return job.upstreams().stream().map(upstream -> JobGraph.neighbour(upstream, instance)).toList();
    }

    /** The identity of news about a rewritten input. */
    static String newsOf(UpstreamRewritten rewritten) {
        return new InstanceId(rewritten.upstreamJob(), rewritten.upstreamPartition()).key() + "#"
                + rewritten.generation();
    }

    private static Optional<Outgoing> asked(
            InstanceState before, InstanceState next, JobView.Known job, Instant now) {
        Optional<Ask> ask = openAsk(next).filter(open -> open.answer() == Ask.Answer.NONE);
        boolean news = !before.ask().equals(next.ask())
                || next.phase() instanceof Phase.Held && !next.phase().equals(before.phase());
        if (ask.isEmpty() || !news || next.phase().proposed().isEmpty()) {
            return Optional.empty();
        }
        return job.policy().admission().map(rule -> new Outgoing.ToGroup(new AdmissionAsked(
                ask.get().group(), next.instance().job(), next.instance().partition(), now,
                ask.get().rerunId(), ask.get().slot(), rule, next.remedy().failureClass(),
                next.diagnosis().map(Classification::signature).orElse(""),
                Guard.isKnownSafe(job.policy(), job.analysis()), Timers.deadline(next, job))));
    }

    /** A question that was open and is not any more: the group must hear how it ended. */
    private static Optional<Outgoing> settled(InstanceState before, InstanceState next, Instant now) {
        Optional<Ask> was = openAsk(before);
        Optional<RerunId> still = openAsk(next).map(Ask::rerunId);
        if (was.isEmpty() || still.equals(was.map(Ask::rerunId))) {
            return Optional.empty();
        }
        RerunId rerunId = was.get().rerunId();
        boolean sent = next.claim().filter(claim -> claim.rerunId().equals(rerunId)).isPresent();
        AdmissionOutcome outcome = !sent
                ? AdmissionOutcome.WITHDRAWN
                : next.succeeded() ? AdmissionOutcome.SUCCEEDED : AdmissionOutcome.FAILED;
        return Optional.of(new Outgoing.ToGroup(new AdmissionSettled(was.get().group(), next.instance().job(),
                next.instance().partition(), now, rerunId, outcome)));
    }

    /** The question that still matters: of a rerun that is considered, or under way. */
    private static Optional<Ask> openAsk(InstanceState state) {
        return state.ask().filter(ask -> {
            boolean considered = state.phase().proposed()
                    .filter(proposal -> proposal.rerunId().equals(ask.rerunId())).isPresent();
            boolean claimed = state.claim().filter(claim -> claim.rerunId().equals(ask.rerunId())).isPresent();
            boolean underWay = state.phase() instanceof Phase.Claimed
                    || state.phase() instanceof Phase.Running running && running.ours();
            return considered || claimed && underWay;
        });
    }

    private static Optional<Outgoing> noted(
            InstanceState before, InstanceFact.Input input, InstanceState next, JobView.Known job) {
        boolean succeeds = !before.succeeded() && next.succeeded();
        if (!succeeds || !(input instanceof InstanceFact.Observed observed)) {
            return Optional.empty();
        }
        Optional<Duration> took = next.succeededBy().flatMap(attempt -> next.memory().starts().stream()
                .filter(start -> start.attempt().equals(attempt)).map(Memory.StartSeen::at).findFirst())
                .map(start -> Duration.between(start, observed.happenedAt())).filter(length -> !length.isNegative());
        return job.policy().admission().map(rule -> new Outgoing.ToGroup(new RunNoted(rule.group(),
                next.instance().job(), next.instance().partition(), input.now(), took)));
    }

    private static List<Outgoing> awaited(
            InstanceState before, InstanceState next, JobView.Known job, Instant now) {
        boolean begins = next.phase() instanceof Phase.Held held && held.why() == Reason.UPSTREAM_AWAITED
                && !held.equals(before.phase());
        return begins
                ? upstreamsOf(next.instance(), job).stream().<Outgoing>map(
                        upstream -> new Outgoing.ToInstance(new UpstreamAwaited(upstream.job(), upstream.partition(),
                                now, next.instance().job(), next.instance().partition())))
                        .toList()
                : List.of();
    }

    private static List<InstanceId> recovered(InstanceState before, InstanceFact.Input input, InstanceState next) {
        if (!before.succeeded() && next.succeeded()) {
            return before.links().waiters();
        }
        return next.succeeded() && input instanceof InstanceFact.Observed observed
                && observed.event() instanceof UpstreamAwaited asked
                        ? List.of(new InstanceId(asked.downstreamJob(), asked.downstreamPartition()))
                        : List.of();
    }

    private static List<Outgoing> rewritten(
            InstanceState before, InstanceState next, JobView.Known job, Instant now) {
        boolean again = !before.succeeded() && next.succeeded() && before.links().lastSuccess().isPresent();
        Optional<CascadeOrder> order = next.claim()
                .filter(claim -> next.succeededBy().filter(attempt -> claim.names(attempt.run())).isPresent())
                .flatMap(Claim::cascade);
        return again || order.isPresent() && !before.succeeded() && next.succeeded()
                ? job.downstreams().stream().<Outgoing>map(downstream -> {
                    InstanceId reader = JobGraph.neighbour(downstream, next.instance());
                    return new Outgoing.ToInstance(new UpstreamRewritten(reader.job(), reader.partition(), now,
                            next.instance().job(), next.instance().partition(), order, next.generation()));
                }).toList()
                : List.of();
    }
}
