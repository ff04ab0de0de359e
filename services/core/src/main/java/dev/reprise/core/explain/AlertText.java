// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.guard.Due;
import dev.reprise.core.instance.AlertMemory;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Memory;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Policy;

/** What an alert is about: the run, its error and class, the rule, and the numbers that the rule rested on. */
final class AlertText {
    private AlertText() {}

    static List<Statement> of(Decision.Alert alert, InstanceState after, JobView job, Optional<AttemptId> subject) {
        List<Statement> text = new ArrayList<>();
        if (alert.reason() != Reason.STORM_BREAKER && alert.reason() != Reason.DOWNSTREAM_STALE) {
            subject.or(() -> after.runs().current()).ifPresent(
                    attempt -> text.add(Words.run(Wording.RUN, attempt).with("error", Words.error(after))));
        }
        text.add(Words.meaning(alert.reason()));
        if (after.troubled()) {
            Words.taken(after).ifPresent(text::add);
        }
        if (job instanceof JobView.Known known) {
            numbers(alert.reason(), after, known, text);
        }
        alert.until().ifPresent(until -> text.add(Statement.of(Wording.OPEN_UNTIL, "until", Words.time(until))));
        return text;
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

    private static void numbers(Reason kind, InstanceState after, JobView.Known job, List<Statement> text) {
        Policy policy = job.policy();
        Statement by = Statement.of(Wording.BY_POLICY, "policy", policy.version());
        switch (kind) {
            case BUDGET_EXHAUSTED -> {
                text.add(Statement.of(Wording.USED, "used", after.reruns()).with("most", policy.maxReruns()));
                text.add(by);
            }
            case CLASS_BUDGET_EXHAUSTED -> {
                FailureClass failureClass = after.remedy().diagnosis().map(found -> found.failureClass())
                        .orElse(FailureClass.UNKNOWN);
                text.add(Statement.of(Wording.USED_FOR, "class", Words.word(failureClass))
                        .with("used", after.remedy().spent().getOrDefault(failureClass, 0))
                        .with("most", policy.budget(failureClass)));
                text.add(by);
            }
            case VERDICT_CONTRADICTION, NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN, AWAITING_APPROVAL -> {
                finding(job).ifPresent(text::add);
                text.add(by);
            }
            case STALE_FAILURE -> {
                text.add(Statement.of(Wording.MOST_AGE, "length", Words.length(policy.maxAge())));
                text.add(by);
            }
            case DEADLINE_MISSED -> {
                due(after, job).ifPresent(text::add);
                text.add(by);
            }
            case DEADLINE_AT_RISK -> {
                due(after, job).ifPresent(text::add);
                policy.expectedDuration().or(() -> after.ask().flatMap(ask -> ask.expectedDuration()))
                        .ifPresent(length -> text.add(
                                Statement.of(Wording.USUALLY_TAKES, "length", Words.length(length))));
                text.add(by);
            }
            case STORM_BREAKER -> policy.admission().ifPresent(rule -> text
                    .add(Statement.of(Wording.TOO_MANY, "failures", rule.failures())
                            .with("window", Words.length(rule.window()))
                            .with("instance", after.instance().job() + " " + after.instance().partition())));
            case DOWNSTREAM_STALE -> after.links().rewrites().stream().reduce((_, last) -> last)
                    .ifPresent(news -> text.add(Statement.of(Wording.WRITTEN_ANEW, "source", source(news))));
            case START_STORM -> {
                text.add(Statement.of(Wording.STARTS, "starts", policy.flapping().starts()).with("window",
                        Words.length(policy.flapping().window())));
                text.add(by);
            }
            case RECONCILE_UNANSWERED, RERUN_UNCONFIRMED -> {
                policy.lostAfter().ifPresent(
                        lost -> text.add(Statement.of(Wording.WAITED_FOR, "length", Words.length(lost))));
                text.add(by);
            }
            default -> {
                // The rule of the others rests on no number of the policy.
            }
        }
    }

    private static Optional<Statement> finding(JobView.Known job) {
        return job.analysis().flatMap(analysis -> analysis.findings().stream().findFirst())
                .map((DefinitionFinding found) -> Statement.of(Wording.LINE_DECIDES, "place", found.place())
                        .with("rule", found.rule()).with("words", Words.sentence(found.message())));
    }

    private static Optional<Statement> due(InstanceState after, JobView.Known job) {
        return job.policy().deadline().map(deadline -> Statement.of(Wording.READY_BY, "time", deadline.at())
                .with("zone", deadline.zone())
                .with("at", Due.of(deadline, after.instance().partition(),
                        after.memory().starts().stream().map(Memory.StartSeen::at).max(Comparator.naturalOrder()))
                        .map(Words::time)));
    }

    private static String source(String news) {
        int generation = news.lastIndexOf('#');
        return generation < 0 ? news : news.substring(0, generation);
    }
}
