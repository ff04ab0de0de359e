// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.job.Policy;

/** Says a decision in one or two sentences: what was known then, and what follows. The rule itself is in its reason. */
public final class Explanation {
    private static final int LONGEST_ERROR = 160;

    private Explanation() {}

    /**
     * The sentences for a decision.
     *
     * @param decision what was decided
     * @param after the state after it
     * @param job what the registry said of the job
     * @param subject the attempt that the input was about, where it was about one
     */
    public static String of(Decision decision, InstanceState after, JobView job, Optional<AttemptId> subject) {
        return switch (decision) {
            case Decision.Rerun rerun -> rerun(rerun, after, job);
            case Decision.Wait wait -> wait(wait, after);
            case Decision.Suppress suppress ->
                subject.map(Explanation::name).map(name -> "About " + name + ". ").orElse("")
                        + suppress.reason().meaning();
            case Decision.Alert alert -> alert(alert, after, subject);
            case Decision.Shadow shadow -> "Shadow mode: rerun " + shadow.rerunId()
                    + " would have been sent and was not.";
            case Decision.Resolve resolve -> "No longer open: " + resolve.alertKey() + ".";
            case Decision.Withdraw withdraw ->
                "Rerun " + withdraw.rerunId() + " is taken back, if it has not been sent yet.";
        };
    }

    /** The one line that heads an alert. */
    public static String summary(Reason kind, InstanceState state) {
        return state.instance().job() + " " + state.instance().partition() + ": " + headline(kind);
    }

    /** What the reader of an alert can do about it. */
    public static String advice(Reason kind, InstanceState state) {
        String place = "'" + state.instance().job() + "' '" + state.instance().partition() + "'";
        return switch (kind) {
            case AWAITING_APPROVAL -> "Approve it with: reprise approve " + place
                    + " --reason WHY, or turn it down with: reprise reject " + place + " --reason WHY.";
            case NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN ->
                "Look at what the failed run has left. When it is safe to repeat: "
                        + "reprise rerun " + place + " --accept-not-idempotent --reason WHY.";
            case UNKNOWN_JOB -> "Register the job with: reprise jobs apply FILE.";
            case NO_TARGET -> "Give the job a target in its registry file, or rerun it at its scheduler.";
            case IN_DOUBT, RERUN_UNCONFIRMED -> "Look at the target for run " + state.claim()
                    .map(claim -> claim.rerunId().value()).orElse("of this instance")
                    + ". If it is not there: reprise rerun " + place + " --reason WHY.";
            case BUDGET_EXHAUSTED, STALE_FAILURE, APPROVAL_EXPIRED, RERUN_EXPIRED, RERUN_CANCELLED, TARGET_CONFLICT,
                    TARGET_REJECTED, UNKNOWN_STATE, RERUN_DISABLED ->
                "Find the cause, then: reprise rerun " + place + " --reason WHY, or rerun it at its scheduler.";
            default -> "See the whole story with: reprise instances explain " + place + ".";
        };
    }

    private static String rerun(Decision.Rerun rerun, InstanceState after, JobView job) {
        StringBuilder text = new StringBuilder("Rerun ").append(rerun.rerunId());
        rerun.answers().ifPresent(attempt -> text.append(" answers ").append(name(attempt)));
        text.append(error(after)).append('.');
        if (rerun.reason() != Reason.MANUAL && job instanceof JobView.Known known) {
            text.append(" It is rerun ").append(after.reruns()).append(" of at most ")
                    .append(known.policy().maxReruns()).append(" in this episode.");
        }
        rerun.approval().ifPresent(approval -> text.append(" Allowed by ").append(approval.actor()).append(": ")
                .append(approval.reason()).append('.'));
        return text.toString();
    }

    private static String wait(Decision.Wait wait, InstanceState after) {
        if (wait.purpose() == WaitPurpose.BARRIER) {
            return "Last look: whatever is in the log already is read first, and the rerun is decided at once after it.";
        }
        StringBuilder text = new StringBuilder();
        wait.proposal().flatMap(Proposal::answers)
                .ifPresent(attempt -> text.append(capital(name(attempt))).append(" failed").append(error(after))
                        .append(". "));
        text.append(wait.until().map(until -> "Looking again at " + time(until) + ", or as soon as there is news.")
                .orElse("Waiting for news."));
        return text.toString();
    }

    private static String alert(Decision.Alert alert, InstanceState after, Optional<AttemptId> subject) {
        StringBuilder text = new StringBuilder();
        subject.or(() -> after.runs().current())
                .ifPresent(attempt -> text.append(capital(name(attempt))).append(error(after)).append(". "));
        text.append(alert.reason().meaning());
        alert.until().ifPresent(until -> text.append(" Open until ").append(time(until)).append('.'));
        return text.toString();
    }

    private static String headline(Reason kind) {
        return switch (kind) {
            case NON_IDEMPOTENT -> "failed and was not rerun, because it is not idempotent";
            case IDEMPOTENCY_UNKNOWN -> "failed and was not rerun, because nobody said whether it may be repeated";
            case AWAITING_APPROVAL -> "failed; a rerun waits for approval";
            case BUDGET_EXHAUSTED -> "failed again; all its reruns are spent";
            case STALE_FAILURE -> "failed too long ago to be rerun";
            case UNKNOWN_JOB -> "is not registered, so nothing of it is rerun";
            case IN_DOUBT -> "it is unknown whether its rerun was started";
            default -> kind.meaning().substring(0, kind.meaning().length() - 1);
        };
    }

    private static String name(AttemptId attempt) {
        return "run " + attempt.run() + (attempt.number() == 1 ? "" : ", attempt " + attempt.number());
    }

    private static String error(InstanceState state) {
        return state.evidence().map(Explanation::shortError).map(text -> " (" + text + ")").orElse("");
    }

    private static String shortError(ErrorEvidence evidence) {
        String message = evidence.message().lines().findFirst().orElse("").strip();
        String cut = message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR) + "…";
        return evidence.exitCode().map(code -> "exit " + code + (cut.isEmpty() ? "" : ": ")).orElse("") + cut;
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** The version of the policy that was in force. */
    public static String policyVersion(JobView job) {
        return switch (job) {
            case JobView.Known known -> version(known.policy());
            case JobView.Unknown _ -> "none";
        };
    }

    private static String version(Policy policy) {
        return policy.version();
    }
}
