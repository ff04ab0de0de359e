// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.reprise.console.command.AlertViews.SilenceBody;
import dev.reprise.console.command.AlertViews.SilencePreviewView;
import dev.reprise.console.command.AlertViews.SilenceReceiptView;
import dev.reprise.console.command.AuditedWrite.Change;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.topic.Topics;

/** The routes by which a person hides alerts for a while. They answer 202 as soon as Kafka has it. */
public final class SilenceCommands implements HttpRoutes {
    /** Longer than a shift is for an administrator to decide. */
    private static final Duration LONGEST_OF_OPERATOR = Duration.ofHours(8);
    private static final int EXAMPLES = 20;
    private static final int ID_LENGTH = 12;
    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final AuditedWrite writing;
    private final Supplier<Boolean> caughtUp;
    private final Clock clock;

    /**
     * Makes the routes.
     *
     * @param caughtUp whether the read model knows what there is
     */
    public SilenceCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Supplier<Boolean> caughtUp,
            Clock clock) {
        this.log = log;
        this.readModel = readModel;
        this.answers = answers;
        this.writing = new AuditedWrite(log, answers);
        this.caughtUp = caughtUp;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.POST, "/api/v1/silences", Access.OPERATOR, this::add);
        routes.scoped(Method.POST, "/api/v1/silences/preview", Access.VIEWER, this::preview);
        routes.scoped(Method.DELETE, "/api/v1/silences/{id}", Access.OPERATOR, this::expire);
    }

    private Response add(Request request) {
        SilenceBody body = request.json(SilenceBody.class);
        Instant now = clock.instant();
        String requestId = RequestIdentity.of(request, body.requestId());
        Silence silence = silence(request, body, Reasons.of(body.reason()), requestId, now);
        Confined.require(request, "a silence", silence.matchers());
        if (Duration.between(silence.startsAt(), silence.endsAt()).compareTo(LONGEST_OF_OPERATOR) > 0
                && !mayDecideLong(request, silence)) {
            throw ProblemException.badField("endsAt", "is more than "
                    + DurationText.format(LONGEST_OF_OPERATOR) + " after startsAt, which the role admin may decide",
                    "give a nearer end, or ask an administrator");
        }
        Change change = new Change("silence.add", silence.id(), Optional.of(silence.reason()), requestId, now,
                stored(silence.id()), Optional.of(silence));
        writing.write(request, log.message(Topics.SILENCES, silence.id(), change.id(), now, silence), change);
        return answers.of(202, new SilenceReceiptView(requestId, silence, hidden(silence)));
    }

    private static boolean mayDecideLong(Request request, Silence silence) {
        return Confined.place(silence.matchers()).map(place -> request.principal().may(Role.ADMIN, place))
                .orElseGet(() -> request.principal().mayEverywhere(Role.ADMIN));
    }

    /** Looks and changes nothing: reading is not limited by scope. */
    private Response preview(Request request) {
        SilenceBody body = request.json(SilenceBody.class);
        return answers.of(200, hidden(silence(request, body, "preview", "preview", clock.instant())));
    }

    private Response expire(Request request) {
        String id = request.pathParameter("id");
        Instant now = clock.instant();
        String reason = Reasons.of(request.query("reason"));
        String requestId = RequestIdentity.of(request, Optional.empty());
        Silence before = stored(id).orElseThrow(() -> ProblemException.notFound("there is no silence " + id
                + (caughtUp.get() ? "; GET /api/v1/silences shows them" : "; the read model is still being filled")));
        Confined.require(request, "a silence", before.matchers());
        answers.requireRevision(request, Optional.of(before.endsAt().toString()));
        if (!now.isBefore(before.endsAt())) {
            throw ProblemException.notFound("silence " + id + " has ended at " + before.endsAt());
        }
        // One that has begun is kept with its end, so that people see who hid what and when; one to come never was.
        boolean begun = before.startsAt().isBefore(now);
        Silence ended = new Silence(id, before.matchers(), begun ? before.startsAt() : now.minusMillis(1), now,
                before.actor(), before.reason());
        Change change = new Change("silence.expire", id, Optional.of(reason), requestId, now, Optional.of(before),
                Optional.of(ended));
        writing.write(request, log.message(Topics.SILENCES, id, change.id(), now, ended), change);
        return answers.of(202, new SilenceReceiptView(requestId, ended, new SilencePreviewView(0, 0, List.of())));
    }

    private Silence silence(Request request, SilenceBody body, String reason, String requestId, Instant now) {
        List<String> matchers = body.matchers().orElse(List.of());
        if (matchers.isEmpty()) {
            throw ProblemException.badField("matchers", "is empty",
                    "say what is hidden, such as [\"job=\\\"shop/daily\\\"\"]");
        }
        for (String matcher : matchers) {
            try {
                Matcher.parse(matcher);
            } catch (IllegalArgumentException e) {
                throw ProblemException.badField("matchers", String.valueOf(e.getMessage()),
                        "write each such as owner=\"billing\"");
            }
        }
        if (body.endsAt().isPresent() == body.lasts().isPresent()) {
            throw ProblemException.badField("endsAt", "expected one of endsAt and lasts", "give one of the two");
        }
        Instant startsAt = body.startsAt().map(text -> Spans.moment("startsAt", text)).orElse(now);
        Instant endsAt = body.endsAt().map(text -> Spans.moment("endsAt", text))
                .orElseGet(() -> startsAt.plus(Spans.length("lasts", body.lasts().orElse("0s"))));
        if (!endsAt.isAfter(now)) {
            throw ProblemException.badField(body.endsAt().isPresent() ? "endsAt" : "lasts",
                    "ends before it begins to hold: it is " + now + " now", "give a time to come");
        }
        // The same click is the same silence, so that a repetition does not make a second one.
        String id = JsonAnswers.hash(requestId.getBytes(StandardCharsets.UTF_8)).replaceAll("[^A-Za-z0-9]", "")
                .substring(0, ID_LENGTH);
        return Spans.checked(
                () -> new Silence(id, matchers, startsAt, endsAt, request.principal().name(), reason));
    }

    private SilencePreviewView hidden(Silence silence) {
        List<Alert> open = readModel.read(questions -> questions.alerting().allOpenAlerts()).stream()
                .filter(alert -> alert.kind() != Reason.WATCHDOG).toList();
        List<AlertKey> hidden = open.stream().filter(alert -> silence.hides(AlertLabels.of(alert)))
                .map(Alert::alertKey).toList();
        return new SilencePreviewView(hidden.size(), open.size(), hidden.stream().limit(EXAMPLES).toList());
    }

    private Optional<Silence> stored(String id) {
        return readModel.read(questions -> questions.alerting().silence(id));
    }
}
