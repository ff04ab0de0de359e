// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Slack;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.job.WhenUnknown;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireType;

/** A job that is not idempotent is rerun only on a person's word, unless it never began. */
final class A1NotIdempotent implements Invariant {
    @Override
    public String id() {
        return "A1";
    }

    @Override
    public String promise() {
        return "nothing that is not idempotent is rerun without a person's approval, unless it never began";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.JOBS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (InstanceId instance : history.instances()) {
            for (Claim claim : Claim.of(history, instance)) {
                judgeApproval(history, claim, judgement);
                judgePolicy(history, claim, judgement);
            }
        }
    }

    /** An approval is somebody's word in the log, not the machine's claim to have one. */
    private static void judgeApproval(History history, Claim claim, Judgement judgement) {
        if (claim.rerun().approval().isEmpty()) {
            return;
        }
        Approval approval = claim.rerun().approval().get();
        boolean given = history.events(claim.instance()).stream()
                .anyMatch(event -> event.message().command().filter(command -> switch (command) {
                    case RerunApproved approved -> approved.actor().equals(approval.actor())
                            && approved.rerunId().equals(claim.rerun().rerunId());
                    case RerunRequested request -> request.actor().equals(approval.actor())
                            && request.acceptNotIdempotent()
                            && RerunId.ofRequest(claim.instance(), request.requestId())
                                    .equals(claim.rerun().rerunId());
                    case RerunRejected _ -> false;
                }).isPresent()) || wasOrdered(history, claim, approval.actor());
        if (!given && history.extent().spans().keySet().stream()
                .anyMatch(place -> place.topic() == Topics.EVENTS && history.extent().isCut(place))) {
            judgement.notJudged();
        } else {
            judgement.require(given, claim.name() + " names an approval by " + approval.actor()
                    + ", who has not given it");
        }
    }

    /** An order for what reads another instance's output was told to this one, and given by a person at some other. */
    private static boolean wasOrdered(History history, Claim claim, String actor) {
        boolean told = history.events(claim.instance()).stream().anyMatch(event -> event.message().order()
                .filter(order -> order.actor().equals(actor) && order.acceptNotIdempotent()).isPresent());
        return told && history.events().stream()
                .anyMatch(event -> event.message().command().orElse(null) instanceof RerunRequested request
                        && request.withDownstream() && request.acceptNotIdempotent()
                        && request.actor().equals(actor));
    }

    private static void judgePolicy(History history, Claim claim, Judgement judgement) {
        List<JobDefinition> entries = history.jobs(claim.instance().job()).stream().map(Logged::message)
                .filter(job -> job.policy().version().equals(claim.logged().message().policyVersion())).toList();
        boolean sent = claim.rerun().approval().isPresent() || neverBegan(history, claim);
        boolean allowed = entries.stream().anyMatch(
                job -> job.policy().rerun() != RerunRule.NEVER && !(isShadow(job) && claim.isAutomatic())
                        && (sent || analyses(history, claim, job).stream()
                                .anyMatch(analysis -> mayBeRepeated(history, claim, job.policy(), analysis))));
        if (!allowed && !isKnown(history, claim, entries)) {
            judgement.notJudged();
        } else {
            judgement.require(allowed, claim.name() + " was decided (" + claim.rerun().reason()
                    + ") against its policy " + claim.logged().message().policyVersion()
                    + ": the job is not known to be idempotent and nobody approved, or it is not to be rerun at all");
        }
    }

    /** What may have been known of the definition then: the registry's own analysis, else what events showed. */
    private static List<Optional<DefinitionAnalysis>> analyses(History history, Claim claim, JobDefinition job) {
        if (job.analysis().isPresent()) {
            return List.of(job.analysis());
        }
        List<JobLineage> seen = history.lineage(job.job());
        List<Optional<DefinitionAnalysis>> candidates = new ArrayList<>(
                seen.stream().map(JobLineage::analysis).toList());
        boolean known = seen.stream().anyMatch(lineage -> lineage.analysis().isPresent()
                && lineage.seenAt().plus(Slack.UNDER_WAY).isBefore(claim.logged().message().at()));
        if (!known) {
            candidates.add(Optional.empty());
        }
        return candidates;
    }

    /** A newer entry may have taken the place of the one that was in force: what it denies may have been allowed then. */
    private static boolean isKnown(History history, Claim claim, List<JobDefinition> entries) {
        Instant decided = claim.logged().message().at();
        return entries.stream().anyMatch(job -> !job.updatedAt().isAfter(decided))
                && history.lineage(claim.instance().job()).stream()
                        .noneMatch(lineage -> lineage.seenAt().isAfter(decided));
    }

    private static boolean isShadow(JobDefinition job) {
        return job.policy().mode() == RerunMode.SHADOW;
    }

    private static boolean mayBeRepeated(History history, Claim claim, Policy policy,
            Optional<DefinitionAnalysis> analysis) {
        boolean rewrite = claim.rerun().reason() == Reason.UPSTREAM_REWRITTEN;
        boolean wanted = policy.cascade().onRewrite() == OnRewrite.RERUN || claim.rerun().cascade().isPresent();
        if (rewrite && (policy.rerun() != RerunRule.ALWAYS || !wanted)) {
            return false;
        }
        Verdict verdict = analysis.map(DefinitionAnalysis::verdict).orElse(Verdict.UNKNOWN);
        boolean trusted = policy.trustAfterFailure() && !rewrite && isCertain(history, claim)
                && analysis.filter(found -> found.afterFailure() == Verdict.IDEMPOTENT).isPresent();
        return switch (policy.idempotency()) {
            case IDEMPOTENT -> verdict != Verdict.NOT_IDEMPOTENT || trusted;
            case NOT_IDEMPOTENT -> false;
            case UNKNOWN -> switch (verdict) {
                case IDEMPOTENT -> true;
                case NOT_IDEMPOTENT -> trusted;
                case CONDITIONAL, UNKNOWN -> policy.whenUnknown() == WhenUnknown.RERUN;
            };
        };
    }

    private static boolean neverBegan(History history, Claim claim) {
        return anyFailure(history, claim, event -> event.message().what().neverBegan());
    }

    /** Gone without a word is no failure that anybody is certain of. */
    private static boolean isCertain(History history, Claim claim) {
        return anyFailure(history, claim, event -> event.message().type() == WireType.RUN_FAILED
                || event.message().type() == WireType.RUN_RECONCILED);
    }

    /** What is no longer in the log is given the benefit of the doubt. */
    private static boolean anyFailure(History history, Claim claim, Predicate<Logged<EventNote>> such) {
        if (claim.rerun().answers().isEmpty()) {
            return false;
        }
        List<Logged<EventNote>> failures = history.failuresOf(claim.instance(), claim.rerun().answers().get());
        return failures.stream().anyMatch(such)
                || failures.isEmpty() && Claim.eventsMayBeGone(history, claim.instance());
    }
}
