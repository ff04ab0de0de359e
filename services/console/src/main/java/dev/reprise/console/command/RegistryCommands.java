// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.command.CommandViews.ApplyView;
import dev.reprise.console.command.CommandViews.JobChangeView;
import dev.reprise.console.command.CommandViews.RegistryRefusalView;
import dev.reprise.console.command.CommandViews.RegistryStaleView;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.console.registry.RegistryReading.Refused;
import dev.reprise.console.store.Questions.StoredAudit;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.topic.Topics;

/**
 * Applies registry documents. A document is taken as a whole or refused as a whole; jobs that it does not name stay,
 * unless their namespace is pruned.
 */
public final class RegistryCommands implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(RegistryCommands.class);
    private static final int LONGEST_REASON = 2048;
    /** Changes that a refusal looks through. */
    private static final int MOST_CHANGES = 1_000;
    /** Changes that its sentence names. */
    private static final int TOLD = 3;

    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final QueryRoutes shown;
    private final Supplier<Boolean> caughtUp;
    private final Clock clock;

    /**
     * Makes the route.
     *
     * @param caughtUp whether the read model knows all jobs, so that a missing one may be removed
     */
    public RegistryCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Supplier<Boolean> caughtUp,
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
        routes.scoped(Method.PUT, "/api/v1/jobs", Access.ADMIN, this::apply);
    }

    private Response apply(Request request) {
        Set<String> pruned = new LinkedHashSet<>(request.queries("prune"));
        boolean dryRun = flag(request, "dryRun");
        Optional<String> reason = request.query("reason");
        if (reason.isPresent() && (reason.get().isBlank() || reason.get().length() > LONGEST_REASON)) {
            throw ProblemException.badField("reason", "expected 1 to " + LONGEST_REASON + " characters",
                    "say why, or leave"
                            + " it out");
        }
        Instant now = clock.instant();
        RegistryDocument document = RegistryDocument.of(request);
        return switch (RegistryParser.parse(document.bytes(), now, request.principal().name())) {
            case Refused refused -> refusal(refused);
            case Accepted accepted -> {
                checkPruned(pruned, accepted);
                List<JobDefinition> jobs = document.jobs(accepted);
                RegistryPlan plan = readModel.read(questions -> RegistryPlan.of(jobs, pruned, questions));
                requireScope(request, plan);
                RegistryRevision revision = RegistryRevision.of(plan, answers);
                // What is so already was done by the same request before, or is what the sender wants (RFC 9110, 13.1.1).
                boolean done = plan.isDone() && request.header("If-None-Match").isEmpty();
                if (!done && !revision.isSeenBy(request, () -> onlyJob(jobs, pruned))) {
                    yield stale(request, plan, pruned, revision.readAt(now));
                }
                if (!dryRun) {
                    write(request, plan, reason, now);
                }
                yield answers.of(dryRun ? 200 : 202,
                        new ApplyView(dryRun, ids(plan.added()), ids(plan.changed()), plan.changes(),
                                plan.unchanged().size(), List.copyOf(plan.removed().keySet()),
                                document.unanalysed(accepted), revision.readAt(now)));
            }
        };
    }

    /** A document about one job may be applied with the entity tag under which that job was read. */
    private Optional<String> onlyJob(List<JobDefinition> jobs, Set<String> pruned) {
        return pruned.isEmpty() && jobs.size() == 1
                ? readModel.read(questions -> shown.job(questions, jobs.getFirst().job())).map(answers::tag)
                : Optional.empty();
    }

    private Response stale(Request request, RegistryPlan plan, Set<String> pruned, String revision) {
        Set<String> named = Stream.of(plan.added(), plan.changed(), plan.unchanged()).flatMap(Collection::stream)
                .map(job -> job.job().key()).collect(Collectors.toSet());
        List<JobChangeView> changes = RegistryRevision.seenAt(request)
                .map(since -> readModel.<List<StoredAudit>>read(
                        questions -> questions.jobChangesSince(since, MOST_CHANGES)))
                .orElse(List.of()).stream().map(StoredAudit::entry)
                .filter(entry -> named.contains(entry.subject()) || pruned.stream()
                        .anyMatch(namespace -> isOf(namespace, entry.subject())))
                .map(JobChangeView::of).toList();
        return answers.problem(412, new RegistryStaleView("urn:reprise:stale-revision", "Stale revision", 412,
                "the jobs of this document are not as you saw them"
                        + (changes.isEmpty() ? "" : ": " + told(changes)) + "; the registry stays as it is",
                request.header("If-Match").isPresent() ? "If-Match" : "If-None-Match",
                "look at it again with dryRun=true, decide again, and send the revision that it tells", revision,
                changes));
    }

    private static boolean isOf(String namespace, String key) {
        try {
            return JobId.parse(key).namespace().equals(namespace);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static String told(List<JobChangeView> changes) {
        String first = changes.stream().limit(TOLD).map(JobChangeView::text).collect(Collectors.joining(", "));
        return changes.size() > TOLD ? first + " and " + (changes.size() - TOLD) + " more" : first;
    }

    /** Both what a job was and what it becomes must be in scope: nobody takes a job over, or gives one away. */
    private static void requireScope(Request request, RegistryPlan plan) {
        Stream.of(plan.added(), plan.changed(), plan.unchanged(), plan.before().values(), plan.removed().values())
                .flatMap(Collection::stream)
                .forEach(job -> request.requireScope(Places.defined(job.job(), Optional.of(job))));
    }

    private void write(Request request, RegistryPlan plan, Optional<String> reason, Instant now) {
        String requestId = RequestIdentity.of(request, Optional.empty());
        List<CommandLog.Entry> entries = new ArrayList<>();
        List<CommandLog.Entry> audits = new ArrayList<>();
        // What seems unchanged is written too: the read model may be behind, and the last word must be the document's.
        Stream.of(plan.added(), plan.changed(), plan.unchanged()).flatMap(List::stream).forEach(job -> entries
                .add(log.message(Topics.JOBS, job.job().key(), job.job().key() + "/" + requestId, now, job)));
        plan.removed().keySet().forEach(job -> entries.add(log.removal(Topics.JOBS, job.key())));
        for (JobDefinition job : plan.added()) {
            audits.add(
                    audit(request, "job.add", job.job(), Optional.empty(), Optional.of(job), reason, requestId, now));
        }
        for (JobDefinition job : plan.changed()) {
            audits.add(audit(request, "job.change", job.job(), Optional.ofNullable(plan.before().get(job.job())),
                    Optional.of(job), reason, requestId, now));
        }
        plan.removed().forEach((job, definition) -> audits.add(audit(request, "job.remove", job,
                Optional.of(definition), Optional.empty(), reason, requestId, now)));
        audits.add(log.audit(
                new AuditEntry(request.principal().name(), "jobs.apply", "jobs", now, Via.of(request), reason,
                        Optional.empty(), Optional.of(JsonAnswers.hash(request.body())), Optional.of(requestId)),
                "jobs/" + requestId));
        log.append(entries);
        log.append(audits);
        LOGGER.atInfo().addKeyValue("added", plan.added().size()).addKeyValue("changed", plan.changed().size())
                .addKeyValue("removed", plan.removed().size()).addKeyValue("actor", request.principal().name())
                .log("job registry applied");
    }

    private CommandLog.Entry audit(Request request, String action, JobId job, Optional<JobDefinition> before,
            Optional<JobDefinition> after, Optional<String> reason, String requestId, Instant now) {
        return log.audit(new AuditEntry(request.principal().name(), action, job.key(), now, Via.of(request), reason,
                before.map(this::hash), after.map(this::hash), Optional.of(requestId)), job.key() + "/" + requestId);
    }

    private String hash(JobDefinition job) {
        return JsonAnswers.hash(answers.bytes(RegistryPlan.content(job)));
    }

    private Response refusal(Refused refused) {
        int count = refused.problems().size();
        return answers.problem(400,
                new RegistryRefusalView("urn:reprise:registry-refused", "Registry document refused", 400,
                        "the document has " + count + (count == 1 ? " problem" : " problems")
                                + "; the registry stays as it is",
                        refused.problems()));
    }

    private void checkPruned(Set<String> pruned, Accepted accepted) {
        for (String namespace : pruned) {
            if (!accepted.namespaces().contains(namespace)) {
                throw ProblemException.badField("prune", "the document does not speak of the namespace " + namespace,
                        "name it under namespaces if all of its jobs are to be removed");
            }
        }
        if (!pruned.isEmpty() && !caughtUp.get()) {
            throw new ProblemException(Problem.of(503, "the read model has not caught up, so it cannot tell which jobs"
                    + " are to be removed").in("prune").fixedBy("try again in a moment"));
        }
    }

    private static boolean flag(Request request, String name) {
        return request.query(name).map(text -> switch (text) {
            case "true", "" -> true;
            case "false" -> false;
            default -> throw ProblemException.badField(name, "expected true or false, found " + text,
                    "write true or false, or leave it out");
        }).orElse(false);
    }

    private static List<JobId> ids(List<JobDefinition> jobs) {
        return jobs.stream().map(JobDefinition::job).toList();
    }
}
