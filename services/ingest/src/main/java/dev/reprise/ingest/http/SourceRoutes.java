// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.record.RawForeign.Origin;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.ingest.source.UnusableFieldException;
import dev.reprise.runtime.config.ByteSize;
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
    private static final int MAX_ENTITY = 512;

    private final RawForeign raw;
    private final Map<String, SourceFormat> formats = new TreeMap<>();
    private final ByteSize maxRecord;
    private final AckedProducer producer;
    private final IngestMeters meters;
    private final InstantSource clock;

    /**
     * Makes the route.
     *
     * @param maxRecord largest body that is stored; a larger one is packed first
     */
    public SourceRoutes(RawForeign raw, List<SourceFormat> formats, ByteSize maxRecord, AckedProducer producer,
            IngestMeters meters, InstantSource clock) {
        this.raw = raw;
        formats.forEach(format -> this.formats.put(format.name(), format));
        this.maxRecord = maxRecord;
        this.producer = producer;
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
            meters.refused(raw.topic(), "SYNTAX");
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
        byte[] bytes = request.body();
        boolean packed = bytes.length > maxRecord.bytes();
        byte[] stored = packed ? packed(bytes) : bytes;
        if (stored.length > maxRecord.bytes()) {
            meters.refused(raw.topic(), "TOO_LARGE");
            throw new ProblemException(Problem.of(413, "the body has " + bytes.length + " bytes, packed "
                    + stored.length + ", more than " + maxRecord)
                    .fixedBy("send less at a time, or raise ingest.max-event"));
        }
        String entity = format.entity(body);
        Origin origin = new Origin(format.name(), format.version(body), source,
                entity.length() <= MAX_ENTITY ? entity : entity.substring(0, MAX_ENTITY));
        Instant now = clock.instant();
        String contentType = request.header("Content-Type").orElse("application/json");
        return switch (producer.send(List.of(raw.body(origin, stored, packed, contentType, now)))) {
            case AckedProducer.Outcome.Acknowledged _ -> {
                meters.accepted(raw.topic(), format.name());
                yield Response.json(202, new Answer(source, origin.key()));
            }
            case AckedProducer.Outcome.Unavailable away -> Unacknowledged.unavailable(away);
            case AckedProducer.Outcome.TooLarge large -> Unacknowledged.tooLarge(large);
        };
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
