// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;

/**
 * Says a decision in a few sentences, for somebody who is tired: what failed and what it was taken for, what was known then,
 * what follows. The rule itself is in its reason.
 */
public final class Explanation {

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
            case Decision.Shadow shadow -> shadow(shadow, after, job);
            case Decision.Wait wait -> WaitText.of(wait, after, job);
            case Decision.Suppress suppress ->
                subject.map(attempt -> "About " + Words.name(attempt) + ". ").orElse("")
                        + suppress.repeats().map(kind -> kind.meaning() + " This was told before as " + kind
                                + ", and that alert still stands.").orElse(suppress.reason().meaning());
            case Decision.Alert alert -> AlertText.of(alert, after, job, subject);
            case Decision.Resolve resolve -> resolve(resolve, after);
            case Decision.Withdraw withdraw -> "Rerun " + withdraw.rerunId()
                    + " is taken back, if it has not been sent yet: " + Words.clause(withdraw.reason()) + ".";
            case Decision.Grant grant -> Words.capital(Words.name(grant.attempt())) + " may "
                    + PermitText.deed(grant.gate()) + " as generation " + grant.generation() + ", with token "
                    + grant.token() + ". " + grant.reason().meaning();
            case Decision.Refuse refuse -> PermitText.of(refuse);
        };
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
    public static String advice(Reason kind, InstanceState state) {
        return Advice.of(kind, state);
    }

    /** The version of the policy that was in force. */
    public static String policyVersion(JobView job) {
        return switch (job) {
            case JobView.Known known -> known.policy().version();
            case JobView.Unknown _ -> "none";
        };
    }

    private static String rerun(Decision.Rerun rerun, InstanceState after, JobView job) {
        StringBuilder text = new StringBuilder("Rerun ").append(rerun.rerunId());
        rerun.answers().ifPresent(attempt -> text.append(" answers ").append(Words.name(attempt)));
        text.append(Words.error(after)).append('.').append(Words.taken(after));
        boolean asked = rerun.reason() == Reason.MANUAL || rerun.approval().isPresent();
        if (!asked && job instanceof JobView.Known known) {
            text.append(" It is rerun ").append(after.reruns()).append(" of at most ")
                    .append(known.policy().maxReruns()).append(" in this episode, by policy ")
                    .append(known.policy().version()).append('.');
        }
        text.append(changes(" It changes ", rerun.overrides()));
        rerun.approval().ifPresent(approval -> text.append(" Allowed by ").append(approval.actor()).append(": ")
                .append(Words.sentence(approval.reason())));
        return text.append(" It must be sent by ").append(Words.time(rerun.notAfter())).append('.').toString();
    }

    private static String shadow(Decision.Shadow shadow, InstanceState after, JobView job) {
        StringBuilder text = new StringBuilder("Shadow mode: rerun ").append(shadow.rerunId())
                .append(" would have been sent and was not");
        shadow.answers().ifPresent(attempt -> text.append("; it would have answered ").append(Words.name(attempt)));
        return text.append(Words.error(after)).append('.').append(Words.taken(after))
                .append(changes(" It would have changed ", shadow.overrides()))
                .append(" For the job to be rerun, set mode: live; that is policy ").append(policyVersion(job))
                .append(" now.").toString();
    }

    private static String changes(String lead, Map<String, String> overrides) {
        return overrides.isEmpty()
                ? ""
                : new TreeMap<>(overrides).entrySet().stream().map(change -> change.getKey() + " to "
                        + change.getValue()).collect(Collectors.joining(", ", lead, "."));
    }

    private static String resolve(Decision.Resolve resolve, InstanceState after) {
        return after.alerts().stream().filter(memory -> memory.key().equals(resolve.alertKey())).findFirst()
                .map((AlertMemory memory) -> "Over is " + memory.kind() + ", told at "
                        + Words.time(memory.startsAt()) + ": " + Words.clause(resolve.reason()) + ".")
                .orElseGet(() -> "Over is " + resolve.alertKey() + ": " + Words.clause(resolve.reason()) + ".");
    }
}
