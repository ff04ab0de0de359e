// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

import dev.reprise.console.command.AlertViews.QuietBody;
import dev.reprise.console.command.AlertViews.StepBody;
import dev.reprise.console.command.AlertViews.SubscriptionBody;
import dev.reprise.console.command.AlertViews.SubscriptionReceiptView;
import dev.reprise.console.command.AlertViews.TrialMessageView;
import dev.reprise.console.command.AlertViews.TrialView;
import dev.reprise.console.command.AuditedWrite.Change;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.job.Blackout;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.subscription.EscalationRule;
import dev.reprise.schemas.subscription.QuietWindow;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** The routes by which a person asks to be told of alerts, and tries what that would have sent. */
public final class SubscriptionCommands implements HttpRoutes {
    private static final int MOST = 1_000;
    private static final int SAMPLE = 20;
    private static final Duration LOOK_BACK = Duration.ofDays(7);
    private static final Duration LONGEST_LOOK_BACK = Duration.ofDays(30);
    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final AuditedWrite writing;
    private final SubscriptionTrial trial;
    private final Supplier<Boolean> caughtUp;
    private final Clock clock;

    /**
     * Makes the routes.
     *
     * @param trial what a subscription would do
     * @param caughtUp whether the read model knows what there is
     */
    public SubscriptionCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers,
            SubscriptionTrial trial, Supplier<Boolean> caughtUp, Clock clock) {
        this.log = log;
        this.readModel = readModel;
        this.answers = answers;
        this.writing = new AuditedWrite(log, answers);
        this.trial = trial;
        this.caughtUp = caughtUp;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.PUT, "/api/v1/subscriptions/{subscription}", Access.OPERATOR, this::apply);
        routes.scoped(Method.DELETE, "/api/v1/subscriptions/{subscription}", Access.OPERATOR, this::remove);
        routes.scoped(Method.POST, "/api/v1/subscriptions/{subscription}/trial", Access.VIEWER, this::trial);
    }

    private Response apply(Request request) {
        SubscriptionBody body = request.json(SubscriptionBody.class);
        Instant now = clock.instant();
        String requestId = RequestIdentity.of(request, body.requestId());
        SubscriptionRule rule = rule(request, body, now);
        Optional<SubscriptionRule> before = stored(rule.name());
        Confined.require(request, "a subscription", rule.match());
        before.ifPresent(other -> Confined.require(request, "a subscription", other.match()));
        answers.requireRevision(request, before.map(held -> held.updatedAt().toString()));
        if (before.isEmpty() && readModel.read(questions -> questions.alerting().subscriptionCount()) >= MOST) {
            throw ProblemException.conflict("there are " + MOST + " subscriptions, and no room for more",
                    "remove or join some of them");
        }
        Change change = new Change("subscription.apply", rule.name(), Optional.empty(), requestId, now, before,
                Optional.of(rule));
        writing.write(request, log.message(Topics.SUBSCRIPTIONS, rule.name(), change.id(), now, rule), change);
        return answers.of(202, new SubscriptionReceiptView(requestId, rule.name(), before, Optional.of(rule)));
    }

    private Response remove(Request request) {
        String name = request.pathParameter("subscription");
        Instant now = clock.instant();
        String requestId = RequestIdentity.of(request, Optional.empty());
        Optional<SubscriptionRule> before = stored(name);
        answers.requireRevision(request, before.map(held -> held.updatedAt().toString()));
        if (before.isEmpty()) {
            throw ProblemException.notFound("there is no subscription " + name + " that was made by a person"
                    + (caughtUp.get()
                            ? "; those of the configuration are changed there"
                            : "; the read model is still being filled"));
        }
        Confined.require(request, "a subscription", before.get().match());
        Change change = new Change("subscription.remove", name, request.query("reason"), requestId, now, before,
                Optional.empty());
        writing.write(request, log.removal(Topics.SUBSCRIPTIONS, name), change);
        return answers.of(202, new SubscriptionReceiptView(requestId, name, before, Optional.empty()));
    }

    /** Looks and changes nothing: reading is not limited by scope. */
    private Response trial(Request request) {
        SubscriptionRule rule = rule(request, request.json(SubscriptionBody.class), clock.instant());
        Duration back = request.query("since").map(text -> Spans.length("since", text)).orElse(LOOK_BACK);
        if (back.isZero() || back.compareTo(LONGEST_LOOK_BACK) > 0) {
            throw ProblemException.badField("since", "expected more than 0s and at most 30d", "write it such as 7d");
        }
        Instant until = clock.instant();
        Instant since = until.minus(back);
        List<SubscriptionTrial.Happened> history = readModel.read(questions -> AlertHistory.since(questions, since));
        List<Page> pages = trial.pages(rule, history, until);
        int alerts = (int) pages.stream().flatMap(page -> page.items().stream()).map(item -> item.alertKey()).distinct()
                .count();
        return answers.of(200, new TrialView(since, until, alerts, pages.size(),
                pages.stream().limit(SAMPLE).map(SubscriptionCommands::message).toList()));
    }

    private static TrialMessageView message(Page page) {
        return new TrialMessageView(page.at(), page.channel(), page.reason(), page.fresh(), page.still(), page.over(),
                page.items().getFirst().alertKey().value());
    }

    private Optional<SubscriptionRule> stored(String name) {
        return readModel.read(questions -> questions.alerting().subscription(name));
    }

    private SubscriptionRule rule(Request request, SubscriptionBody body, Instant now) {
        for (String matcher : body.match().orElse(List.of())) {
            try {
                Matcher.parse(matcher);
            } catch (IllegalArgumentException e) {
                throw ProblemException.badField("match", String.valueOf(e.getMessage()),
                        "write each such as owner=\"billing\"");
            }
        }
        List<EscalationRule> steps = new ArrayList<>();
        for (StepBody step : body.escalation().orElse(List.of())) {
            Duration after = Spans.length("after", step.after().orElse(""));
            steps.add(Spans.checked(() -> new EscalationRule(after, step.receivers().orElse(List.of()))));
        }
        SubscriptionRule rule = Spans.checked(() -> new SubscriptionRule(request.pathParameter("subscription"),
                body.owner(), body.match().orElse(List.of()), body.groupBy().orElse(List.of("job", "kind")),
                Spans.length("groupWait", body.groupWait().orElse("30s")),
                Spans.length("groupInterval", body.groupInterval().orElse("5m")),
                Spans.length("repeatInterval", body.repeatInterval().orElse("4h")),
                body.receivers().orElse(List.of()), body.fallback(), body.quietHours().map(SubscriptionCommands::quiet),
                steps, now, request.principal().name()));
        List<String> problems = trial.problems(rule);
        if (!problems.isEmpty()) {
            throw ProblemException.badField("subscription", String.join("; ", problems),
                    "mend all of them and apply again");
        }
        return rule;
    }

    private static QuietWindow quiet(QuietBody body) {
        List<DayOfWeek> days = new ArrayList<>();
        for (String day : body.days().orElse(List.of())) {
            try {
                days.add(DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException _) {
                throw ProblemException.badField("days", "unknown day " + day, "write MONDAY to SUNDAY");
            }
        }
        return Spans.checked(() -> new QuietWindow(new Blackout(body.from().orElse(""), body.until().orElse(""),
                body.zone().orElse(""), days), body.critical().orElse(false)));
    }
}
