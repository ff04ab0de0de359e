// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

import dev.reprise.console.command.AlertViews.AckBody;
import dev.reprise.console.command.AlertViews.AckReceiptView;
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
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.topic.Topics;

/** The routes by which a person takes an alert, and gives it back. They answer 202 as soon as Kafka has it. */
public final class AckCommands implements HttpRoutes {
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
    public AckCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Supplier<Boolean> caughtUp,
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
        routes.scoped(Method.POST, "/api/v1/alerts/ack", Access.OPERATOR, this::take);
        routes.scoped(Method.DELETE, "/api/v1/alerts/ack", Access.OPERATOR, this::giveBack);
    }

    private Response take(Request request) {
        AckBody body = request.json(AckBody.class);
        Instant now = clock.instant();
        AlertKey key = key(body.alertKey());
        Duration lasts = body.lasts().map(text -> Spans.length("lasts", text)).orElse(Acknowledgement.DEFAULT);
        if (lasts.isZero() || lasts.compareTo(Acknowledgement.LONGEST) > 0) {
            throw ProblemException.badField("lasts", "expected more than 0s and at most 7d", "write it such as 4h");
        }
        Optional<String> reason = body.reason().map(text -> Reasons.of(Optional.of(text)));
        String requestId = RequestIdentity.of(request, body.requestId());
        Alert alert = open(key);
        requireScope(request, alert);
        if (alert.kind() == Reason.WATCHDOG) {
            throw ProblemException.badField("alertKey", "is the watchdog, which nothing holds back",
                    "remove the subscriptions that ask for it, if nobody wants it");
        }
        answers.requireRevision(request, Optional.of(revision(alert, now)));
        Acknowledgement taken = new Acknowledgement(key, alert.revision(), request.principal().name(), now,
                now.plus(lasts), reason);
        Change change = new Change("alert.ack", key.value(), reason, requestId, now, stored(key), Optional.of(taken));
        writing.write(request, log.message(Topics.ACKNOWLEDGEMENTS, key.value(), change.id(), now, taken), change);
        return answers.of(202, new AckReceiptView(requestId, key, Optional.of(taken)));
    }

    private Response giveBack(Request request) {
        AlertKey key = key(request.query("alertKey"));
        Instant now = clock.instant();
        String requestId = RequestIdentity.of(request, Optional.empty());
        readModel.read(questions -> questions.alerting().alert(key)).ifPresentOrElse(
                alert -> requireScope(request, alert),
                () -> request.requireUnlimited("an alert that is not known here"));
        Optional<Acknowledgement> before = stored(key);
        answers.requireRevision(request, readModel.read(questions -> questions.alerting().alert(key))
                .map(alert -> revision(alert, now)));
        if (before.isEmpty() && caughtUp.get()) {
            throw ProblemException
                    .notFound("nobody has taken " + key + "; GET /api/v1/alerts shows who has taken what");
        }
        writing.write(request, log.removal(Topics.ACKNOWLEDGEMENTS, key.value()),
                new Change("alert.unack", key.value(), request.query("reason"), requestId, now, before,
                        Optional.empty()));
        return answers.of(202, new AckReceiptView(requestId, key, Optional.empty()));
    }

    /** A storm is the business of whoever answers for all jobs of its group. */
    private void requireScope(Request request, Alert alert) {
        if (alert.kind() == Reason.STORM_BREAKER) {
            String subject = alert.alertKey().value().substring(Reason.STORM_BREAKER.name().length() + 1);
            // Behind the group there may be the signature of an error; what is special in a name is escaped.
            String group = subject.replaceFirst("#.*", "").replace("%23", "#").replace("%25", "%");
            Places.ofGroup(group, readModel).forEach(request::requireScope);
        } else {
            request.requireScope(Places.of(alert.content().job(), readModel));
        }
    }

    /** The alert as it is told, and who has taken it. */
    private String revision(Alert alert, Instant now) {
        return alert.revision() + stored(alert.alertKey()).filter(taken -> taken.holds(alert.revision(), now))
                .map(taken -> "/" + taken.ackedAt()).orElse("");
    }

    private Optional<Acknowledgement> stored(AlertKey key) {
        return readModel.read(questions -> questions.alerting().acknowledgement(key));
    }

    private Alert open(AlertKey key) {
        return readModel.read(questions -> questions.alerting().alert(key))
                .filter(alert -> !(alert instanceof AlertResolved))
                .orElseThrow(() -> ProblemException.notFound("no open alert has the key " + key
                        + (caughtUp.get() ? "; it may be over" : "; the read model is still being filled: try again")));
    }

    private static AlertKey key(Optional<String> text) {
        try {
            return new AlertKey(text.orElse(""));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("alertKey", String.valueOf(e.getMessage()),
                    "give the alertKey of an alert of GET /api/v1/alerts");
        }
    }
}
