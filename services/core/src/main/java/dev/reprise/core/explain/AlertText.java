// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.Comparator;
import java.util.Optional;

import dev.reprise.core.guard.Due;
import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Memory;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Policy;

/** What an alert is about: the run, its error and class, the rule, and the numbers that the rule rested on. */
final class AlertText {
    private AlertText() {}

    static String of(Decision.Alert alert, InstanceState after, JobView job, Optional<AttemptId> subject) {
        StringBuilder text = new StringBuilder();
        if (alert.reason() != Reason.STORM_BREAKER && alert.reason() != Reason.DOWNSTREAM_STALE) {
            subject.or(() -> after.runs().current()).ifPresent(attempt -> text
                    .append(Words.capital(Words.name(attempt))).append(Words.error(after)).append(". "));
        }
        text.append(alert.reason().meaning());
        if (after.troubled()) {
            text.append(Words.taken(after));
        }
        if (job instanceof JobView.Known known) {
            text.append(numbers(alert.reason(), after, known));
        }
        alert.until().ifPresent(until -> text.append(" Open until ").append(Words.time(until)).append('.'));
        return text.toString();
    }

    /** What the breaker that opened last is about. */
    static String storm(InstanceState state) {
        return state.alerts().stream().filter(memory -> memory.kind() == Reason.STORM_BREAKER)
                .reduce((_, last) -> last).map((AlertMemory memory) -> memory.key().value()
                        .substring(Reason.STORM_BREAKER.name().length() + 1))
                .orElse(state.instance().job().namespace());
    }

    /** The group of a breaker, which may be one for a single error signature. */
    static String group(InstanceState state) {
        String subject = storm(state);
        int signature = subject.indexOf('#');
        return (signature < 0 ? subject : subject.substring(0, signature)).replace("%23", "#").replace("%25", "%");
    }

    private static String numbers(Reason kind, InstanceState after, JobView.Known job) {
        Policy policy = job.policy();
        String by = " By policy " + policy.version() + ".";
        return switch (kind) {
            case BUDGET_EXHAUSTED -> " Used: " + after.reruns() + " of " + policy.maxReruns() + "." + by;
            case CLASS_BUDGET_EXHAUSTED -> {
                FailureClass failureClass = after.remedy().diagnosis().map(found -> found.failureClass())
                        .orElse(FailureClass.UNKNOWN);
                yield " Used for " + Words.word(failureClass) + ": "
                        + after.remedy().spent().getOrDefault(failureClass, 0) + " of " + policy.budget(failureClass)
                        + "." + by;
            }
            case VERDICT_CONTRADICTION, NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN, AWAITING_APPROVAL ->
                finding(job) + by;
            case STALE_FAILURE -> " It may be " + Words.length(policy.maxAge()) + " old at most." + by;
            case DEADLINE_MISSED -> due(after, job) + by;
            case DEADLINE_AT_RISK -> due(after, job)
                    + policy.expectedDuration().or(() -> after.ask().flatMap(ask -> ask.expectedDuration()))
                            .map(length -> " It usually takes " + Words.length(length) + ".").orElse("")
                    + by;
            case STORM_BREAKER -> policy.admission().map(rule -> " More than " + rule.failures() + " within "
                    + Words.length(rule.window()) + "; " + after.instance().job() + " "
                    + after.instance().partition() + " was the one too many.").orElse("");
            case DOWNSTREAM_STALE -> after.links().rewrites().isEmpty()
                    ? ""
                    : " Written anew: " + source(after.links().rewrites().getLast()) + ".";
            case START_STORM -> " More than " + policy.flapping().starts() + " starts within "
                    + Words.length(policy.flapping().window()) + "." + by;
            case RECONCILE_UNANSWERED, RERUN_UNCONFIRMED -> policy.lostAfter()
                    .map(lost -> " It was waited for " + Words.length(lost) + " and longer.").orElse("") + by;
            default -> "";
        };
    }

    private static String finding(JobView.Known job) {
        return job.analysis().flatMap(analysis -> analysis.findings().stream().findFirst())
                .map((DefinitionFinding found) -> " " + found.place() + " decides, by " + found.rule() + ": "
                        + Words.sentence(found.message()))
                .orElse("");
    }

    private static String due(InstanceState after, JobView.Known job) {
        return job.policy().deadline().map(deadline -> " It must be ready by " + deadline.at() + " " + deadline.zone()
                + Due.of(deadline, after.instance().partition(),
                        after.memory().starts().stream().map(Memory.StartSeen::at).max(Comparator.naturalOrder()))
                        .map(at -> ", that is " + Words.time(at)).orElse("")
                + ".").orElse("");
    }

    private static String source(String news) {
        int generation = news.lastIndexOf('#');
        return generation < 0 ? news : news.substring(0, generation);
    }
}
