// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;

/** What is decided when a failure is reported. */
final class FailureRules {
    /** The rule that a run is lost, beside those on messages. */
    private static final String LOST = "reprise.lost";

    private FailureRules() {}

    static List<Decision> decide(Situation situation, RunEvent event, AttemptId attempt, Instant at) {
        FailureReport report = FailureReport.of(event, attempt, at).orElseThrow();
        return switch (Attribution.of(situation.before(), report)) {
            case AFTER_SUCCESS -> Situation.suppress(Reason.ALREADY_SUCCEEDED);
            case COMMITTED -> situation.alert(Reason.COMMITTED_BUT_FAILED);
            case REFUTED, REPEATED -> Situation.suppress(Reason.DUPLICATE);
            case MADE_PASSING -> awaitNativeRetry(situation, proposal(situation, attempt, Reason.FINAL_FAILURE));
            case MADE_FINAL -> RerunRules.consider(situation, proposal(situation, attempt, Reason.FINAL_FAILURE), true);
            case CLOSED -> Situation.suppress(Reason.SLOT_CLOSED);
            case STALE_OR_ALIAS -> Situation.suppress(Reason.STALE_OR_ALIAS);
            case STALE_ATTEMPT -> Situation.suppress(Reason.STALE_ATTEMPT);
            case FRESH -> fresh(situation, report);
        };
    }

    private static List<Decision> fresh(Situation situation, FailureReport report) {
        if (!report.stateKnown()) {
            return situation.alert(Reason.UNKNOWN_STATE);
        }
        if (situation.age(report.at()).compareTo(situation.policy().maxAge()) > 0) {
            return situation.alert(Reason.STALE_FAILURE);
        }
        Proposal proposal = proposal(situation, report.attempt(), Reason.FINAL_FAILURE);
        Optional<Reason> unsafe = RerunRules.unsafe(situation, proposal);
        if (report.phase() == RunPhase.PARTIAL && unsafe.isPresent()) {
            return situation.alert(unsafe.get());
        }
        if (isFinal(situation, report)) {
            return RerunRules.consider(situation, proposal, true);
        }
        return awaitNativeRetry(situation, proposal);
    }

    private static List<Decision> awaitNativeRetry(Situation situation, Proposal proposal) {
        Instant until = situation.now().plus(situation.policy().nativeRetries().delay());
        return List.of(new Decision.Wait(Reason.NATIVE_RETRY_EXPECTED, WaitPurpose.NATIVE_RETRY, Optional.of(until),
                Optional.of(proposal)));
    }

    private static boolean isFinal(Situation situation, FailureReport report) {
        return switch (report.retry()) {
            case FINAL -> true;
            case WILL_RETRY -> false;
            case UNSTATED -> report.attempt().number() >= situation.policy().nativeRetries().attempts();
        };
    }

    /** The rerun that would answer a failure. Its life is counted from the failure, so that a replay cannot renew it. */
    static Proposal proposal(Situation situation, AttemptId failed, Reason reason) {
        Instant failedAt = situation.seen().memory().failure(failed).map(Memory.FailureSeen::at)
                .orElse(situation.now());
        return new Proposal(RerunId.ofFailure(situation.seen().instance(), failed), reason, Optional.of(failed),
                failedAt.plus(situation.policy().maxAge()), Optional.empty(), Optional.empty(), Optional.empty(),
                situation.policy().admission().map(AdmissionRule::group));
    }

    /** A run that is gone without a word of its own has lost what it ran on. */
    static Classification diagnose(Diagnosing diagnosing, FailureReport report) {
        Classification found = diagnosing.classify(report.source(), report.error(), report.kind());
        boolean silent = found.failureClass() == FailureClass.UNKNOWN && found.rule().isEmpty() && !report.certain()
                && report.stateKnown();
        return silent
                ? new Classification(FailureClass.PLATFORM, Optional.of(LOST), true, Optional.empty(),
                        found.signature())
                : found;
    }
}
