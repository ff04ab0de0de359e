// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.command.CommandViews.ControlBody;
import dev.reprise.console.command.CommandViews.ControlReceiptView;
import dev.reprise.console.store.Questions;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.http.Scope;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.topic.Topics;

/** The routes by which a person pauses, freezes and resumes. They answer 202 as soon as Kafka has it. */
public final class ControlCommands implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(ControlCommands.class);

    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final Supplier<Boolean> caughtUp;
    private final Clock clock;

    /**
     * Makes the routes.
     *
     * @param caughtUp whether the read model knows what there is, so that "unknown" means "not there"
     */
    public ControlCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Supplier<Boolean> caughtUp,
            Clock clock) {
        this.log = log;
        this.readModel = readModel;
        this.answers = answers;
        this.caughtUp = caughtUp;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.PUT, "/api/v1/controls", Access.OPERATOR, this::set);
        routes.scoped(Method.DELETE, "/api/v1/controls", Access.OPERATOR, this::lift);
    }

    private Response set(Request request) {
        ControlBody body = request.json(ControlBody.class);
        Instant now = clock.instant();
        String scope = body.scope().orElse("");
        ControlKind kind = kind(body.kind());
        Optional<Instant> until = body.until().map(text -> until(text, now));
        String reason = Reasons.of(body.reason());
        String requestId = RequestIdentity.of(request, body.requestId());
        checkScope(scope);
        requireCallersScope(request, scope);
        Optional<Control> before = stored(scope);
        answers.requireRevision(request, before.map(held -> held.from().toString()));
        Control control = new Control(scope, kind, now, until, request.principal().name(), reason);
        String action = "control." + kind.name().toLowerCase(Locale.ROOT);
        return write(request, log.message(Topics.CONTROLS, scope, scope + "/" + action + "/" + requestId, now, control),
                new Change(action, scope, reason, requestId, now, before, Optional.of(control)));
    }

    private Response lift(Request request) {
        Instant now = clock.instant();
        String scope = request.query("scope").orElse("");
        String reason = Reasons.of(request.query("reason"));
        String requestId = RequestIdentity.of(request, Optional.empty());
        checkLength(scope);
        requireCallersScope(request, scope);
        Optional<Control> before = stored(scope);
        answers.requireRevision(request, before.map(held -> held.from().toString()));
        if (before.isEmpty() && caughtUp.get()) {
            throw ProblemException.notFound("nothing is paused or frozen under the scope " + scope
                    + "; GET /api/v1/controls shows the scopes");
        }
        return write(request, log.removal(Topics.CONTROLS, scope),
                new Change("control.lift", scope, reason, requestId, now, before, Optional.empty()));
    }

    /** What a person changes, for the audit. */
    private record Change(String action, String scope, String reason, String requestId, Instant at,
            Optional<Control> before, Optional<Control> after) {}

    private Response write(Request request, CommandLog.Entry entry, Change change) {
        String actor = request.principal().name();
        log.append(List.of(entry));
        log.append(List.of(log.audit(new AuditEntry(actor, change.action(), change.scope(), change.at(),
                Via.of(request), Optional.of(change.reason()), change.before().map(this::hash),
                change.after().map(this::hash), Optional.of(change.requestId())),
                change.scope() + "/" + change.action() + "/" + change.requestId())));
        LOGGER.atInfo().addKeyValue("action", change.action()).addKeyValue("scope", change.scope())
                .addKeyValue("actor", actor).log("operator command written");
        return answers.of(202, new ControlReceiptView(change.requestId(), change.scope(), change.before(),
                change.after()));
    }

    private String hash(Control control) {
        return JsonAnswers.hash(answers.bytes(control));
    }

    private Optional<Control> stored(String scope) {
        return readModel.read(questions -> questions.catalog().control(scope));
    }

    private static ControlKind kind(Optional<String> text) {
        return Arrays.stream(ControlKind.values())
                .filter(kind -> text.filter(given -> kind.name().equalsIgnoreCase(given)).isPresent()).findFirst()
                .orElseThrow(() -> ProblemException.badField("kind", "expected PAUSE or FREEZE, found "
                        + text.orElse("nothing"),
                        "PAUSE holds automatic reruns, FREEZE those that people ask for too"));
    }

    private static Instant until(String text, Instant now) {
        try {
            Instant until = OffsetDateTime.parse(text).toInstant();
            if (until.isAfter(now)) {
                return until;
            }
            throw ProblemException.badField("until", "is over: it is " + now + " now", "give a time to come");
        } catch (DateTimeException e) {
            throw ProblemException.badField("until", "expected a time with its zone, found " + text.length()
                    + " characters that are none", "write it such as 2026-11-30T06:00:00+08:00, or leave it out");
        }
    }

    /** A scope that names nothing would look like protection and be none. */
    private void checkScope(String scope) {
        checkLength(scope);
        boolean known = scope.equals(Control.EVERYTHING) || readModel.read(questions -> names(questions, scope));
        if (!known && caughtUp.get()) {
            throw ProblemException.badField("scope", "names neither a job nor a namespace of the registry: " + scope,
                    "write * for everything, NAMESPACE, or NAMESPACE/NAME with %2F for a slash inside a part");
        }
    }

    /** What may be read in two ways is held to both, and so is what the read model cannot tell yet. */
    private void requireCallersScope(Request request, String scope) {
        if (scope.equals(Control.EVERYTHING)) {
            request.requireUnlimited("everything");
            return;
        }
        Optional<JobId> job = job(scope);
        job.ifPresent(id -> request.requireScope(Places.of(id, readModel)));
        boolean namespace = job.isEmpty() || !caughtUp.get()
                || readModel.read(questions -> !questions.catalog().jobsOf(List.of(scope)).isEmpty());
        if (namespace) {
            request.requireScope(Scope.Place.namespace(scope));
        }
    }

    /** A namespace stands as it is and may hold slashes, a job as in its key. */
    private static boolean names(Questions questions, String scope) {
        return !questions.catalog().jobsOf(List.of(scope)).isEmpty()
                || job(scope).filter(id -> questions.catalog().job(id).isPresent()).isPresent();
    }

    private static Optional<JobId> job(String scope) {
        try {
            return Optional.of(JobId.parse(scope));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static void checkLength(String scope) {
        if (scope.isBlank() || scope.length() > Control.MAX_SCOPE) {
            throw ProblemException.badField("scope", "expected 1 to " + Control.MAX_SCOPE + " characters, found "
                    + scope.length(), "write * for everything, NAMESPACE, or NAMESPACE/NAME");
        }
    }
}
