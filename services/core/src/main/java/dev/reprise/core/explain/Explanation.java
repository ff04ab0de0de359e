// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.id.AttemptId;

/**
 * Says a decision in a few sentences, for somebody who is tired: what failed and what it was taken for, what was known then,
 * what follows. The rule itself is in its reason.
 */
public final class Explanation {

    private Explanation() {}

    /**
     * What is to be said of a decision, in the order of telling.
     *
     * @param decision what was decided
     * @param after the state after it
     * @param job what the registry said of the job
     * @param subject the attempt that the input was about, where it was about one
     */
    public static List<Statement> of(Decision decision, InstanceState after, JobView job,
            Optional<AttemptId> subject) {
        return switch (decision) {
            case Decision.Rerun rerun -> rerun(rerun, after, job);
            case Decision.Shadow shadow -> shadow(shadow, after, job);
            case Decision.Wait wait -> WaitText.of(wait, after, job);
            case Decision.Suppress suppress -> suppress(suppress, subject);
            case Decision.Alert alert -> AlertText.of(alert, after, job, subject);
            case Decision.Resolve resolve -> List.of(resolve(resolve, after));
            case Decision.Withdraw withdraw -> List.of(Words.because(Wording.TAKEN_BACK, withdraw.reason())
                    .with("rerun", withdraw.rerunId()));
            case Decision.Grant grant -> PermitText.of(grant);
            case Decision.Refuse refuse -> PermitText.of(refuse);
        };
    }

    /** What is to be said of an alert that is over. */
    public static List<Statement> over(Reason resolution) {
        return List.of(Words.meaning(resolution));
    }

    /** The one line that heads an alert. */
    public static String summary(Reason kind, InstanceState state) {
        String subject = switch (kind) {
            case STORM_BREAKER -> "Group " + AlertText.group(state);
            case UNKNOWN_JOB, VERDICT_CONTRADICTION -> state.instance().job().toString();
            default -> state.instance().job() + " " + state.instance().partition();
        };
        return subject + ": " + Headline.of(kind);
    }

    /** What the reader of an alert can do about it, with the command where there is one. */
    public static Statement advice(Reason kind, InstanceState state) {
        return Advice.of(kind, state);
    }

    /** The version of the policy that was in force. */
    public static String policyVersion(JobView job) {
        return switch (job) {
            case JobView.Known known -> known.policy().version();
            case JobView.Unknown _ -> "none";
        };
    }

    private static List<Statement> rerun(Decision.Rerun rerun, InstanceState after, JobView job) {
        List<Statement> text = new ArrayList<>();
        text.add(answered(Wording.RERUN, rerun.answers()).with("rerun", rerun.rerunId()).with("error",
                Words.error(after)));
        Words.taken(after).ifPresent(text::add);
        boolean asked = rerun.reason() == Reason.MANUAL || rerun.approval().isPresent();
        if (!asked && job instanceof JobView.Known known) {
            text.add(Statement.of(Wording.RERUN_COUNT, "number", after.reruns())
                    .with("most", known.policy().maxReruns()).with("policy", known.policy().version()));
        }
        text.addAll(changes(Wording.CHANGES, rerun.overrides()));
        rerun.approval().ifPresent(approval -> text.add(Statement.of(Wording.ALLOWED_BY, "actor", approval.actor())
                .with("words", Words.sentence(approval.reason()))));
        text.add(Statement.of(Wording.SENT_BY, "until", Words.time(rerun.notAfter())));
        return text;
    }

    private static List<Statement> shadow(Decision.Shadow shadow, InstanceState after, JobView job) {
        List<Statement> text = new ArrayList<>();
        text.add(answered(Wording.SHADOW, shadow.answers()).with("rerun", shadow.rerunId()).with("error",
                Words.error(after)));
        Words.taken(after).ifPresent(text::add);
        text.addAll(changes(Wording.WOULD_CHANGE, shadow.overrides()));
        text.add(Statement.of(Wording.SET_LIVE, "policy", policyVersion(job)));
        return text;
    }

    private static Statement answered(Wording wording, Optional<AttemptId> answers) {
        return answers.map(attempt -> Words.run(wording, attempt)).orElseGet(() -> Statement.of(wording));
    }

    private static List<Statement> suppress(Decision.Suppress suppress, Optional<AttemptId> subject) {
        List<Statement> text = new ArrayList<>();
        subject.ifPresent(attempt -> text.add(Words.run(Wording.ABOUT_RUN, attempt)));
        text.add(Words.meaning(suppress.repeats().orElse(suppress.reason())));
        suppress.repeats().ifPresent(kind -> text.add(Statement.of(Wording.TOLD_BEFORE, "kind", kind)));
        return text;
    }

    private static List<Statement> changes(Wording lead, Map<String, String> overrides) {
        List<Statement> text = new ArrayList<>();
        new TreeMap<>(overrides).forEach((parameter, value) -> text
                .add(Statement.of(text.isEmpty() ? lead : Wording.CHANGES_TOO, "parameter", parameter)
                        .with("value", value)));
        if (!text.isEmpty()) {
            text.add(Statement.of(Wording.END));
        }
        return text;
    }

    private static Statement resolve(Decision.Resolve resolve, InstanceState after) {
        Statement over = Words.because(Wording.OVER, resolve.reason());
        return after.alerts().stream().filter(memory -> memory.key().equals(resolve.alertKey())).findFirst()
                .map((AlertMemory memory) -> over.with("what", memory.kind()).with("at",
                        Words.time(memory.startsAt())))
                .orElseGet(() -> over.with("what", resolve.alertKey()));
    }
}
