// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.command.CommandViews.GroupReceiptView;
import dev.reprise.console.command.CommandViews.ReasonBody;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.topic.Topics;

/** The routes by which a person holds and releases the reruns of a group. They answer 202 as soon as Kafka has it. */
public final class GroupCommands implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(GroupCommands.class);

    private final CommandLog log;
    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final Clock clock;

    /** Makes the routes. */
    public GroupCommands(CommandLog log, ReadModelStore readModel, JsonAnswers answers, Clock clock) {
        this.log = log;
        this.readModel = readModel;
        this.answers = answers;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.POST, "/api/v1/storms/{group}/hold", Access.OPERATOR,
                request -> act(request, StormAction.HOLD));
        routes.scoped(Method.POST, "/api/v1/storms/{group}/release", Access.OPERATOR,
                request -> act(request, StormAction.RELEASE));
    }

    private Response act(Request request, StormAction action) {
        ReasonBody body = request.json(ReasonBody.class);
        // All of its jobs: a hold keeps back the reruns of each.
        Places.ofGroup(request.pathParameter("group"), readModel).forEach(request::requireScope);
        StormControlled command = command(request, action, Reasons.of(body.reason()),
                RequestIdentity.of(request, body.requestId()));
        answers.requireRevision(request, revision(command.group()));
        String name = "storm." + (action == StormAction.HOLD ? "hold" : "release");
        String id = command.group() + "/" + name + "/" + command.requestId();
        RecordMetadata written = log.append(
                List.of(log.message(Topics.ADMISSIONS, command.group(), id, command.at(), command))).getFirst();
        log.append(List.of(log.audit(new AuditEntry(command.actor(), name, command.group(), command.at(),
                Via.of(request), Optional.of(command.reason()), Optional.empty(), Optional.empty(),
                Optional.of(command.requestId())), id)));
        LOGGER.atInfo().addKeyValue("action", name).addKeyValue("group", command.group())
                .addKeyValue("actor", command.actor()).log("operator command written");
        return answers.of(202, new GroupReceiptView(command.requestId(), command.group(), action, written.topic(),
                written.partition(), written.offset()));
    }

    /** How the breakers of a group stand that are not closed; their counters do not belong to it. */
    private Optional<String> revision(String group) {
        String standing = readModel.read(questions -> questions.catalog().stormsOf(group)).stream()
                .map(storm -> storm.state() + "@" + storm.since()).collect(Collectors.joining("/"));
        return Optional.of(standing).filter(text -> !text.isEmpty());
    }

    private StormControlled command(Request request, StormAction action, String reason, String requestId) {
        Instant now = clock.instant();
        try {
            return new StormControlled(request.pathParameter("group"), now, requestId, request.principal().name(),
                    reason, action);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("group", String.valueOf(e.getMessage()),
                    "give the concurrency group of the jobs; a job without one is in that of its namespace");
        }
    }
}
