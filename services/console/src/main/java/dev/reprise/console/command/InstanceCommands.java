// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.command.CommandViews.OutcomeView;
import dev.reprise.console.command.CommandViews.ProposalBody;
import dev.reprise.console.command.CommandViews.ReceiptView;
import dev.reprise.console.command.CommandViews.RefusalView;
import dev.reprise.console.command.CommandViews.RerunBody;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.query.Views.DecisionView;
import dev.reprise.console.store.Questions.StoredDecision;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.console.web.PathNames;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.http.Scope;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/**
 * The routes by which a person acts on an instance. They answer 202 as soon as Kafka has the request; with {@code wait},
 * 200 or 409 as soon as the coordinator has decided, if that comes in time.
 */
public final class InstanceCommands implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(InstanceCommands.class);

    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final QueryRoutes shown;
    private final Supplier<Boolean> caughtUp;
    private final Clock clock;

    /**
     * Makes the routes.
     *
     * @param caughtUp whether the read model knows what there is, so that "unknown" means "not there"
     */
    public InstanceCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Supplier<Boolean> caughtUp,
            Clock clock) {
        this.log = log;
        this.readModel = readModel;
        this.answers = answers;
        this.shown = new QueryRoutes(readModel, answers, clock);
        this.caughtUp = caughtUp;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        String instance = "/api/v1/instances/" + PathNames.INSTANCE;
        routes.scoped(Method.POST, instance + "/rerun", Access.OPERATOR, this::rerun);
        routes.scoped(Method.POST, instance + "/approve", Access.APPROVER, request -> answerProposal(request, true));
        routes.scoped(Method.POST, instance + "/reject", Access.APPROVER, request -> answerProposal(request, false));
    }

    private Response rerun(Request request) {
        InstanceId instance = PathNames.instance(request);
        Duration wait = WaitTime.of(request);
        RerunBody body = request.json(RerunBody.class);
        String reason = Reasons.of(body.reason());
        String requestId = RequestIdentity.of(request, body.requestId());
        boolean acceptNotIdempotent = body.acceptNotIdempotent().orElse(false);
        Scope.Place place = Places.of(instance.job(), readModel);
        request.requireScope(place);
        if (body.withDownstream().orElse(false)) {
            request.requireUnlimited("what reads the output of " + instance.job().key());
        }
        if (acceptNotIdempotent && !request.principal().may(Role.APPROVER, place)) {
            // It is an approval by another name.
            throw new ProblemException(Problem.of(403, request.principal().name() + " is no approver")
                    .in("acceptNotIdempotent").fixedBy("leave it out, and ask an approver to approve the proposal"));
        }
        requireKnown(instance);
        answers.requireSeen(request, () -> shown.detail(instance));
        RerunRequested command = new RerunRequested(instance.job(), instance.partition(), clock.instant(), requestId,
                request.principal().name(), reason, body.force().orElse(false), acceptNotIdempotent,
                body.withDownstream().orElse(false));
        return submit(request, command, "rerun.request", RerunId.ofRequest(instance, requestId), wait);
    }

    private Response answerProposal(Request request, boolean approve) {
        InstanceId instance = PathNames.instance(request);
        Duration wait = WaitTime.of(request);
        ProposalBody body = request.json(ProposalBody.class);
        RerunId rerunId = rerunId(body.rerunId());
        String reason = Reasons.of(body.reason());
        String requestId = RequestIdentity.of(request, body.requestId());
        request.requireScope(Places.of(instance.job(), readModel));
        requireKnown(instance);
        answers.requireSeen(request, () -> shown.detail(instance));
        Instant now = clock.instant();
        String actor = request.principal().name();
        return approve
                ? submit(request, new RerunApproved(instance.job(), instance.partition(), now, requestId, actor, reason,
                        rerunId), "rerun.approve", rerunId, wait)
                : submit(request, new RerunRejected(instance.job(), instance.partition(), now, requestId, actor, reason,
                        rerunId), "rerun.reject", rerunId, wait);
    }

    private <C extends Record & OperatorCommand> Response submit(Request request, C command, String action,
            RerunId rerunId, Duration wait) {
        InstanceId instance = command.instance();
        String id = instance.key() + "/" + action + "/" + command.requestId();
        AuditEntry entry = new AuditEntry(command.actor(), action, instance.key(), command.at(), Via.of(request),
                Optional.of(command.reason()), Optional.empty(), Optional.empty(), Optional.of(command.requestId()));
        RecordMetadata written = log
                .append(List.of(log.message(Topics.EVENTS, instance.key(), id, command.at(), command)))
                .getFirst();
        log.append(List.of(log.audit(entry, id)));
        LOGGER.atInfo().addKeyValue("action", action).addKeyValue("jobId", instance.job().key())
                .addKeyValue("partitionKey", instance.partition().value()).addKeyValue("rerunId", rerunId.value())
                .addKeyValue("actor", command.actor()).log("operator command written");
        List<StoredDecision> decisions = awaitDecisions(instance, written, wait);
        if (decisions.isEmpty()) {
            return answers.of(202, new ReceiptView(command.requestId(), instance, rerunId, written.topic(),
                    written.partition(), written.offset()));
        }
        return outcome(command, rerunId, decisions);
    }

    private Response outcome(OperatorCommand command, RerunId rerunId, List<StoredDecision> decisions) {
        DecisionView deciding = DecisionView.of(CommandOutcome.deciding(decisions));
        if (CommandOutcome.isRefused(command, decisions)) {
            return answers.problem(409, new RefusalView("urn:reprise:refused", "Refused", 409,
                    (deciding.meaning() + " " + deciding.detail()).strip(), deciding.statements(), deciding.reason(),
                    deciding.kind(), command.requestId()));
        }
        return answers.of(200, new OutcomeView(command.requestId(), command.instance(), rerunId, deciding.kind(),
                deciding.reason(), deciding.meaning(), deciding.detail(), deciding.statements(),
                decisions.stream().map(DecisionView::of).toList()));
    }

    private List<StoredDecision> awaitDecisions(InstanceId instance, RecordMetadata written, Duration wait) {
        Instant end = clock.instant().plus(wait);
        while (!wait.isZero()) {
            long seen = readModel.commits().count();
            List<StoredDecision> decisions = readModel
                    .read(questions -> questions.decisionsCausedBy(instance, written.topic(),
                            written.partition(), written.offset()));
            if (!decisions.isEmpty()
                    || !readModel.commits().awaitAfter(seen, Duration.between(clock.instant(), end))) {
                return decisions;
            }
        }
        return List.of();
    }

    private void requireKnown(InstanceId instance) {
        boolean known = readModel.read(questions -> questions.instance(instance).isPresent()
                || questions.catalog().job(instance.job()).isPresent());
        if (known) {
            return;
        }
        if (!caughtUp.get()) {
            throw new ProblemException(Problem.of(503, "the read model has not caught up, so it cannot tell whether "
                    + instance + " exists").fixedBy("try again in a moment"));
        }
        throw ProblemException.notFound("there is neither an instance " + instance + " nor its job in the registry");
    }

    private static RerunId rerunId(Optional<String> rerunId) {
        try {
            return new RerunId(rerunId.orElse(""));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("rerunId", String.valueOf(e.getMessage()),
                    "give the rerunId of the proposal, as GET /api/v1/approvals shows it");
        }
    }
}
