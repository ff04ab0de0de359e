// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.console.query.Views.AlertView;
import dev.reprise.console.query.Views.ApprovalView;
import dev.reprise.console.query.Views.DecisionView;
import dev.reprise.console.query.Views.InstanceDetail;
import dev.reprise.console.query.Views.InstanceView;
import dev.reprise.console.query.Views.JobDetail;
import dev.reprise.console.query.Views.PageView;
import dev.reprise.console.query.Views.ReasonView;
import dev.reprise.console.query.Views.SilenceView;
import dev.reprise.console.query.Views.TimelineView;
import dev.reprise.console.store.DeliveryFilter;
import dev.reprise.console.store.InstanceFilter;
import dev.reprise.console.store.Questions;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.console.web.PathNames;
import dev.reprise.core.cascade.RerunPlan;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.silence.Silence;

/** The routes that read. Lists are pages with a cursor; single resources carry an entity tag. */
public final class QueryRoutes implements HttpRoutes {

    private static final int LAST_DECISIONS = 20;

    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final PageAnswers pages;
    private final KeptRegistry registry = new KeptRegistry();
    private final Clock clock;

    /** Answers from a read model. */
    public QueryRoutes(ReadModelStore readModel, JsonAnswers answers, Clock clock) {
        this.readModel = readModel;
        this.answers = answers;
        this.pages = new PageAnswers(readModel, answers);
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        String instance = "/api/v1/instances/" + PathNames.INSTANCE;
        routes.get("/api/v1/instances", Access.VIEWER, this::instances);
        // Before the instance itself, whose partition would take their last segment.
        routes.get(instance + "/decisions", Access.VIEWER, this::decisions);
        routes.get(instance + "/timeline", Access.VIEWER, this::timeline);
        routes.get(instance + "/downstream", Access.VIEWER, this::downstream);
        routes.get(instance, Access.VIEWER, this::instance);
        routes.get("/api/v1/jobs", Access.VIEWER, this::jobs);
        routes.get("/api/v1/jobs/" + PathNames.JOB, Access.VIEWER, this::job);
        routes.get("/api/v1/alerts", Access.VIEWER, this::alerts);
        routes.get("/api/v1/deliveries", Access.VIEWER, this::deliveries);
        routes.get("/api/v1/silences", Access.VIEWER, this::silences);
        routes.get("/api/v1/subscriptions", Access.VIEWER, this::subscriptions);
        routes.get("/api/v1/approvals", Access.VIEWER, this::approvals);
        routes.get("/api/v1/storms", Access.VIEWER, this::storms);
        routes.get("/api/v1/controls", Access.VIEWER, this::controls);
        routes.get("/api/v1/reasons", Access.VIEWER, request -> reasons());
        routes.get("/api/v1/failures/unclassified", Access.VIEWER, this::unclassified);
        routes.get("/api/v1/dead-letters", Access.VIEWER, this::deadLetters);
    }

    private Response instances(Request request) {
        Parameters parameters = new Parameters(request);
        Parameters.JobFilter job = parameters.job();
        InstanceFilter filter = new InstanceFilter(job.namespace(), job.name(),
                parameters.anyOf("status", InstanceStatus.class), parameters.text("owner"), parameters.labels(),
                parameters.text("q"), parameters.oldestFirst());
        return pages.of(parameters, (questions, cursor) -> questions.instances(filter, cursor, parameters.limit()),
                InstanceView::of);
    }

    private Response instance(Request request) {
        InstanceId instance = PathNames.instance(request);
        return answers.tagged(request, detail(instance));
    }

    /**
     * An instance as the API shows it, which is what its entity tag stands for.
     *
     * @throws ProblemException with status 404 if there is none
     */
    public InstanceDetail detail(InstanceId instance) {
        return readModel.read(questions -> {
            InstanceSnapshot snapshot = known(questions, instance);
            return new InstanceDetail(InstanceView.of(snapshot),
                    questions.catalog().job(instance.job()).flatMap(JobDefinition::owner),
                    questions.lastDecisions(instance, LAST_DECISIONS).stream().map(DecisionView::of).toList(),
                    questions.alerting().openAlerts(instance).stream().map(noted(questions)).toList());
        });
    }

    private Response decisions(Request request) {
        InstanceId instance = PathNames.instance(request);
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> {
            known(questions, instance);
            return questions.decisions(instance, cursor, parameters.limit());
        }, DecisionView::of);
    }

    private Response timeline(Request request) {
        InstanceId instance = PathNames.instance(request);
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> {
            known(questions, instance);
            return questions.timeline(instance, cursor, parameters.limit());
        }, TimelineView::of);
    }

    /** Who asks does not matter to a forecast, only what for. */
    private Response downstream(Request request) {
        InstanceId root = PathNames.instance(request);
        Parameters parameters = new Parameters(request);
        CascadeOrder order = new CascadeOrder(request.principal().name(), "plan",
                parameters.flag("acceptNotIdempotent"));
        boolean force = parameters.flag("force");
        return answers.of(200, readModel.read(questions -> {
            if (questions.catalog().job(root.job()).isEmpty()) {
                known(questions, root);
            }
            return PlanView.of(RerunPlan.of(root, order, force, registry.in(questions),
                    instance -> questions.instance(instance).map(InstanceSnapshot::status)));
        }));
    }

    private Response jobs(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.catalog().jobs(parameters.text("namespace"),
                parameters.text("owner"), parameters.text("q"), cursor, parameters.limit()), job -> job);
    }

    private Response job(Request request) {
        JobId job = PathNames.job(request);
        return answers.tagged(request, readModel.read(questions -> job(questions, job))
                .orElseThrow(() -> ProblemException.notFound("there is no job " + job + " in the registry")));
    }

    /** A job as the API shows it, which is what its entity tag stands for. */
    public Optional<JobDetail> job(Questions questions, JobId job) {
        return questions.catalog().job(job)
                .map(definition -> new JobDetail(definition, questions.catalog().lineage(job)));
    }

    private Response alerts(Request request) {
        Parameters parameters = new Parameters(request);
        var states = parameters.anyOf("state", AlertState.class).stream().map(AlertState::word).toList();
        return pages.of(parameters, (questions, cursor) -> questions
                .alerting().alerts(states, clock.instant(), cursor, parameters.limit()).map(noted(questions)),
                view -> view);
    }

    /** With who has taken it and what hides it. */
    private Function<Alert, AlertView> noted(Questions questions) {
        Instant now = clock.instant();
        List<Silence> silences = questions.alerting().silencesAfter(now).stream().filter(each -> each.activeAt(now))
                .toList();
        return alert -> AlertView.of(alert, questions.alerting().acknowledgement(alert.alertKey()), silences, now);
    }

    private Response deliveries(Request request) {
        Parameters parameters = new Parameters(request);
        DeliveryFilter filter = new DeliveryFilter(parameters.text("channel"),
                parameters.anyOf("outcome", DeliveryState.class).stream().map(DeliveryState::name).toList(),
                key(request, "alert", AlertKey::new, "KIND/SUBJECT, as in alertKey"),
                key(request, "instance", InstanceId::parse, "NAMESPACE/NAME/PARTITION"));
        return pages.of(parameters,
                (questions, cursor) -> questions.alerting().deliveries(filter, cursor, parameters.limit()),
                DeliveryView::of);
    }

    private static <K> Optional<K> key(Request request, String name, Function<String, K> reading, String form) {
        return request.query(name).map(text -> {
            try {
                return reading.apply(text);
            } catch (IllegalArgumentException e) {
                throw ProblemException.badField(name, String.valueOf(e.getMessage()), "write " + form);
            }
        });
    }

    private Response silences(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.alerting().silences(cursor, parameters.limit()),
                silence -> SilenceView.of(silence, clock.instant()));
    }

    private Response subscriptions(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters,
                (questions, cursor) -> questions.alerting().subscriptions(cursor, parameters.limit()),
                rule -> rule);
    }

    private Response approvals(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.proposals(cursor, parameters.limit()),
                ApprovalView::of);
    }

    private Response storms(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.catalog().storms(cursor, parameters.limit()),
                storm -> storm);
    }

    private Response controls(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.catalog().controls(cursor, parameters.limit()),
                control -> control);
    }

    private Response reasons() {
        return answers.of(200, new PageView<>(Arrays.stream(Reason.values())
                .map(reason -> new ReasonView(reason.name(), reason.meaning())).toList(), Optional.empty()));
    }

    private Response unclassified(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.failures(FailureClass.UNKNOWN, cursor,
                parameters.limit()), count -> count);
    }

    private Response deadLetters(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.deadLetters(cursor, parameters.limit()),
                letter -> letter);
    }

    private static InstanceSnapshot known(Questions questions, InstanceId instance) {
        return questions.instance(instance).orElseThrow(
                () -> ProblemException.notFound("nothing is known of the instance " + instance));
    }
}
