// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.explain.Explanation;
import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Phase;
import dev.reprise.core.instance.Timers;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;

/**
 * One step of one instance in the messages of the contract. Pure: what is written is a function of the step.
 *
 * @param after the instance after the step
 * @param statusBefore where it stood before
 * @param job its entry in the registry, where it has one
 * @param view the same as the core sees it
 * @param cause the record or timer that the step answers
 * @param subject the attempt it was about, where it was about one
 * @param now the time of the step
 */
record Outputs(InstanceState after, dev.reprise.schemas.decision.InstanceStatus statusBefore,
        Optional<JobDefinition> job,
        JobView view, Cause cause, Optional<AttemptId> subject, Instant now) {

    DecisionRecord record(Decision decision) {
        List<Statement> told = Explanation.of(decision, after, view, subject);
        return new DecisionRecord(instance().job(), instance().partition(), now, decision, cause,
                Explanation.policyVersion(view), after.generation(), after.episode(),
                subject.or(() -> after.runs().current()), statusBefore, after.status(),
                diagnosis().map(Classification::failureClass), diagnosis().flatMap(Classification::rule),
                diagnosis().map(Classification::signature).filter(text -> !text.isBlank()),
                Statement.english(told), told);
    }

    /** A rerun can only be decided for a job with a target: the guard has seen to it. */
    StartRerun start(Decision.Rerun rerun) {
        return new StartRerun(rerun.rerunId(), instance().job(), instance().partition(), rerun.generation(),
                rerun.reason(), rerun.answers(), job.flatMap(JobDefinition::target).orElseThrow(), rerun.overrides(),
                now,
                rerun.notAfter());
    }

    CancelRerun cancel(Decision.Withdraw withdraw) {
        return new CancelRerun(withdraw.rerunId(), instance().job(), instance().partition(), after.generation(),
                withdraw.reason(), now);
    }

    PermitGranted granted(Decision.Grant grant) {
        return new PermitGranted(grant.requestId(), instance().job(), instance().partition(), grant.attempt().run(),
                grant.attempt().number(), grant.gate(), grant.generation(), grant.token(), now);
    }

    PermitRefused refused(Decision.Refuse refuse) {
        return new PermitRefused(refuse.requestId(), instance().job(), instance().partition(), refuse.attempt().run(),
                refuse.attempt().number(), refuse.gate(), refuse.generation(), refuse.reason(), refuse.holder(), now);
    }

    /** With the place of the decision in a trace. */
    Alert firing(Decision.Alert alert, Optional<Traceparent> traceparent) {
        AlertMemory memory = memory(alert.alertKey().value());
        return new AlertFiring(memory.key(), memory.revision(), memory.kind(), memory.severity(),
                content(memory, alert.proposal(), alert.until(), Explanation.of(alert, after, view, subject),
                        traceparent),
                memory.startsAt());
    }

    /** With the place of the decision in a trace. */
    Alert resolved(Decision.Resolve resolve, Optional<Traceparent> traceparent) {
        AlertMemory memory = memory(resolve.alertKey().value());
        return new AlertResolved(memory.key(), memory.revision(), memory.kind(), memory.severity(),
                content(memory, Optional.empty(), Optional.empty(), Explanation.over(resolve.reason()), traceparent),
                memory.startsAt(), now, resolve.reason());
    }

    InstanceSnapshot snapshot() {
        // When it will be forgotten is no moment that anybody waits for.
        Optional<Timers.Timer> timer = Timers.of(after, view)
                .filter(next -> next.purpose() != WaitPurpose.FORGETTING);
        return new InstanceSnapshot(instance().job(), instance().partition(), after.status(), after.lastReason(),
                after.generation(), after.episode(), after.reruns(), after.runs().current(),
                proposed().or(() -> after.claim().map(claim -> claim.rerunId())),
                after.phase() instanceof Phase.Running ? Optional.empty() : timer.map(Timers.Timer::due),
                after.openAlerts().size(), now);
    }

    private Optional<dev.reprise.schemas.id.RerunId> proposed() {
        return after.phase().proposed().map(Proposal::rerunId);
    }

    private AlertContent content(
            AlertMemory memory, Optional<Proposal> proposal, Optional<Instant> until, List<Statement> told,
            Optional<Traceparent> traceparent) {
        List<Statement> description = new ArrayList<>(told);
        description.add(Statement.of(Wording.LINE));
        description.add(Explanation.advice(memory.kind(), after));
        return new AlertContent(instance().job(), instance().partition(), after.episode(),
                subject.or(() -> after.runs().current()), job.flatMap(JobDefinition::owner),
                job.map(JobDefinition::labels).orElse(Map.of()), Explanation.summary(memory.kind(), after),
                Statement.english(description), after.evidence(), findings(memory.kind()),
                proposal.map(Proposal::rerunId), until, traceparent.map(Traceparent::toString), description);
    }

    /** The lines of the definition matter where it is the definition that forbids or questions the rerun. */
    private List<DefinitionFinding> findings(Reason kind) {
        return switch (kind) {
            case NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN, VERDICT_CONTRADICTION, AWAITING_APPROVAL, DOWNSTREAM_STALE ->
                view instanceof JobView.Known known
                        ? known.analysis().map(DefinitionAnalysis::findings).orElse(List.of()).stream()
                                .limit(AlertContent.MAX_FINDINGS).toList()
                        : List.of();
            default -> List.of();
        };
    }

    private Optional<Classification> diagnosis() {
        return after.troubled() ? after.diagnosis() : Optional.empty();
    }

    private AlertMemory memory(String key) {
        return after.alerts().stream().filter(memory -> memory.key().value().equals(key)).findFirst()
                .orElseThrow(() -> new IllegalStateException("an alert was decided and is not remembered: " + key));
    }

    private InstanceId instance() {
        return after.instance();
    }
}
