// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.intake.ForeignIntake;
import dev.reprise.ingest.intake.ForeignIntake.Taken;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.ingest.source.UnusableFieldException;
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
import dev.reprise.schemas.id.JobId;

/**
 * {@code POST /api/v1/sources/{format}?source=NAME}: a body of a foreign format into the raw topic, untouched. What it means is
 * found out later, so that no sender waits for it and a mended parser can read it again.
 */
public final class SourceRoutes implements HttpRoutes {

    private static final String SOURCE = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}";

    private final ForeignIntake intake;
    private final Map<String, SourceFormat> formats = new TreeMap<>();
    private final IngestMeters meters;
    private final InstantSource clock;

    /** Makes the route. */
    public SourceRoutes(ForeignIntake intake, List<SourceFormat> formats, IngestMeters meters, InstantSource clock) {
        this.intake = intake;
        formats.forEach(format -> this.formats.put(format.name(), format));
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.scoped(Method.POST, "/api/v1/sources/{format}", Access.OPERATOR, this::take);
    }

    /**
     * The answer to an accepted body.
     *
     * @param source the installation it was taken for
     * @param key the key of its raw record
     */
    private record Answer(String source, String key) {}

    private Response take(Request request) {
        String name = request.pathParameter("format").toLowerCase(Locale.ROOT);
        SourceFormat format = formats.get(name);
        if (format == null) {
            throw new ProblemException(Problem.of(404, "there is no format '" + name + "'").in("format")
                    .fixedBy("use one of " + String.join(", ", formats.keySet())));
        }
        String source = request.query("source").orElse(name);
        if (!source.matches(SOURCE)) {
            throw new ProblemException(Problem.of(400, "source is no name: letters, digits, dots, dashes, underscores")
                    .in("source").fixedBy("give the name of the installation, such as ?source=airflow-prod"));
        }
        JsonNode body = request.json();
        if (!body.isObject() && !body.isArray() || body.isEmpty()) {
            meters.refused(intake.topic(), "SYNTAX");
            throw new ProblemException(Problem.of(400, "the body is no JSON object").in("")
                    .fixedBy("send what the scheduler sends, as JSON"));
        }
        if (!request.principal().mayEverywhere(Role.OPERATOR)) {
            places(format, source, body).forEach(request::requireScope);
        }
        return send(request, format, source, body);
    }

    /**
     * What a body may tell of: the jobs it names, where it can be read by itself alone. Where an answer or other bodies of the
     * same run decide, any job of the installation.
     */
    private List<Scope.Place> places(SourceFormat format, String source, JsonNode body) {
        try {
            Reading alone = format.read(RawBody.fresh(source, ZoneOffset.UTC, body, clock.instant()));
            boolean whole = alone.memory().isPresent() || !alone.findings().stream()
                    .allMatch(finding -> finding instanceof Finding.Told || finding instanceof Finding.Parked);
            List<JobId> jobs = alone.findings().stream().filter(Finding.Told.class::isInstance)
                    .map(told -> ((Finding.Told) told).report().event().job()).distinct().toList();
            if (!whole && !jobs.isEmpty()) {
                return jobs.stream().map(job -> Scope.Place.job(job.namespace(), job.name(), Optional.empty()))
                        .toList();
            }
        } catch (UnusableFieldException | IllegalArgumentException _) {
            // parked later: told to nobody but whoever looks after the installation
        }
        return List.of(Scope.Place.namespace(source));
    }

    private Response send(Request request, SourceFormat format, String source, JsonNode body) {
        String contentType = request.header("Content-Type").orElse("application/json");
        return switch (intake.take(format, source, body, request.body(), contentType,
                EventRoutes.traceparentOf(request))) {
            case Taken.Acknowledged(String key) -> Response.json(202, new Answer(source, key));
            case Taken.TooLarge(int bytes, int packed) -> throw new ProblemException(Problem.of(413, "the body has "
                    + bytes + " bytes, packed " + packed + ", more than " + intake.maxRecord())
                    .fixedBy("send less at a time, or raise ingest.max-event"));
            case Taken.Unacknowledged(AckedProducer.Outcome.Unavailable away) -> Unacknowledged.unavailable(away);
            case Taken.Unacknowledged(AckedProducer.Outcome.TooLarge large) -> Unacknowledged.tooLarge(large);
            case Taken.Unacknowledged(AckedProducer.Outcome.Acknowledged _) ->
                throw new IllegalStateException("acknowledged and not");
        };
    }
}
