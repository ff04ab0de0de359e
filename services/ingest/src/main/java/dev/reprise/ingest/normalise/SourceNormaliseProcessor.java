// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.normalise.Asker.Enquiry;
import dev.reprise.ingest.record.DeadLetter;
import dev.reprise.ingest.record.HeaderNames;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.Report;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.ingest.source.UnusableFieldException;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Reads raw bodies of foreign formats and tells instances what they say. A body that lacks something waits here, its question
 * is asked elsewhere, and the answer comes by the raw topic under the same key.
 */
final class SourceNormaliseProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOGGER = LoggerFactory.getLogger(SourceNormaliseProcessor.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration MAX_AHEAD = Duration.ofMinutes(10);
    private static final Duration FIRST_WAIT = Duration.ofSeconds(15);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
    private static final int WAITING_BUDGET = 2000;
    private static final int SWEEP_BUDGET = 2000;

    private final SourcesConfig sources;
    private final Duration memoryAge;
    private final WireCodec codec;
    private final IngestMeters meters;
    private final Asker asker;
    private final Tracing tracing;
    private final RawReader reader = new RawReader();
    private @Nullable Bound bound;

    /** What exists only once Streams has set the processor up. */
    private record Bound(ProcessorContext<byte[], byte[]> context, SourceMemory memory, SourceTelling telling) {}

    SourceNormaliseProcessor(SourcesConfig sources, Duration memoryAge, WireCodec codec, IngestMeters meters,
            Asker asker, Tracing tracing) {
        this.tracing = tracing;
        this.sources = sources;
        this.memoryAge = memoryAge;
        this.codec = codec;
        this.meters = meters;
        this.asker = asker;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        SourceMemory memory = new SourceMemory(context.getStateStore(NodeNames.SOURCE_MEMORY), codec.mapper());
        JobMappings mappings = new JobMappings(context.getStateStore(NodeNames.JOBS), codec.mapper());
        Bound now = new Bound(context, memory, new SourceTelling(context, memory, mappings, new EventRecords(codec),
                tracing));
        bound = now;
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, _ -> tick(now));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Bound now = bound;
        if (now == null) {
            throw new IllegalStateException("a record before init");
        }
        Optional<SourceFormat> format = header(record, HeaderNames.FORMAT).flatMap(sources::format);
        if (format.isEmpty()) {
            return; // another normaliser's
        }
        String rawKey = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        Optional<String> question = header(record, HeaderNames.ANSWER_TO);
        RawReader.Result read = reader.read(record.value(), header(record, HeaderNames.CONTENT_ENCODING));
        switch (read) {
            case RawReader.Result.Tree(JsonNode tree, String hash) when question.isPresent() ->
                answered(now, rawKey, question.get(), tree);
            case RawReader.Result.Tree(JsonNode tree, String hash) -> {
                RecordMetadata at = now.context().recordMetadata()
                        .orElseThrow(() -> new IllegalStateException("a record without a position"));
                Instant receivedAt = Instant.ofEpochMilli(record.timestamp());
                WaitingBody body = new WaitingBody(rawKey, format.get().name(),
                        header(record, HeaderNames.SOURCE).orElse(format.get().name()), hash, tree, receivedAt,
                        at.partition(), at.offset(), Map.of(), Optional.empty(), "", receivedAt, 0,
                        TraceHeaders.read(record.headers()).map(Traceparent::toString));
                if (now.memory().firstTime(rawKey, hash, time(now))) {
                    take(now, body, format.get());
                } else {
                    meters.source(format.get().name(), "duplicate");
                }
            }
            case RawReader.Result.Unreadable(String why) -> {
                RecordMetadata at = now.context().recordMetadata()
                        .orElseThrow(() -> new IllegalStateException("a record without a position"));
                park(now, format.get().name(), at.partition(), at.offset(), record.key(), record.value(),
                        new Finding.Parked(Kind.SYNTAX, "", why));
            }
        }
    }

    private void answered(Bound now, String rawKey, String question, JsonNode answer) {
        for (WaitingBody waiting : now.memory().waiting(rawKey)) {
            if (waiting.question().filter(asked -> asked.id().equals(question)).isPresent()) {
                sources.format(waiting.format())
                        .ifPresent(format -> take(now, waiting.answered(question, answer), format));
            }
        }
    }

    /** Reads a body with all that is known, tells what is certain and keeps it while something is missing. */
    private void take(Bound now, WaitingBody body, SourceFormat format) {
        Instant time = time(now);
        Reading reading = read(now, body, format, time);
        reading.memory().ifPresent(memory -> now.memory().remember(body.rawKey(), memory, time));
        Optional<WaitingBody> waits = Optional.empty();
        boolean told = false;
        for (Finding finding : reading.findings()) {
            switch (finding) {
                case Finding.Told(Report report) -> told |= tell(now, body, report, time);
                case Finding.Ignored _ -> meters.source(format.name(), "ignored");
                case Finding.Parked parked -> park(now, body, parked);
                case Finding.Wanted wanted -> {
                    if (waits.isEmpty()) {
                        waits = Optional.of(body.wanting(wanted.question(), wanted.why(), time.plus(wanted.after())));
                    }
                }
                case Finding.Awaited awaited -> {
                    if (waits.isEmpty()) {
                        waits = Optional.of(body.awaiting(awaited.why()));
                    }
                }
            }
        }
        if (told) {
            meters.source(format.name(), "told");
        }
        waits.ifPresentOrElse(waiting -> {
            now.memory().keep(waiting);
            if (!waiting.askAt().isAfter(time)) {
                ask(now, waiting, time);
            }
        }, () -> now.memory().release(body));
        if (reading.memory().isPresent()) {
            // others of the same entity may be complete now
            now.memory().waiting(body.rawKey()).stream()
                    .filter(other -> other.question().isEmpty() && !other.hash().equals(body.hash()))
                    .forEach(other -> reconsider(now, other, format, time));
        }
    }

    private Reading read(Bound now, WaitingBody body, SourceFormat format, Instant time) {
        ZoneId zone = sources.zone(body.source(), format.name());
        try {
            return format.read(new RawBody(body.source(), zone, body.body(), body.receivedAt(),
                    now.memory().entity(body.rawKey()), body.answers(), Duration.between(body.receivedAt(), time),
                    asker.knows(body.source())));
        } catch (UnusableFieldException e) {
            return Reading.of(e.parked());
        } catch (IllegalArgumentException e) {
            return Reading.of(new Finding.Parked(Kind.SCHEMA, "", String.valueOf(e.getMessage())));
        }
    }

    /** Reads once more what waits for more of its entity; it is kept only while it still does. */
    private void reconsider(Bound now, WaitingBody other, SourceFormat format, Instant time) {
        Reading reading = read(now, other, format, time);
        boolean waits = reading.findings().stream().anyMatch(Finding.Awaited.class::isInstance);
        if (!waits) {
            take(now, other, format);
        }
    }

    private boolean tell(Bound now, WaitingBody body, Report report, Instant time) {
        if (report.event().at().isAfter(body.receivedAt().plus(MAX_AHEAD))) {
            park(now, body, new Finding.Parked(Kind.FUTURE_TIME, "", "it says " + report.event().at()
                    + ", more than " + MAX_AHEAD.toMinutes() + " minutes after it came in: set the sender's clock"));
            return false;
        }
        Optional<RunEvent> event = now.telling().tell(report, body, time);
        if (event.isEmpty()) {
            meters.source(body.format(), "duplicate");
        }
        return event.isPresent();
    }

    private void park(Bound now, WaitingBody body, Finding.Parked parked) {
        byte[] original = codec.mapper().writeValueAsBytes(body.body());
        park(now, body.format(), body.kafkaPartition(), body.offset(), body.rawKey().getBytes(StandardCharsets.UTF_8),
                original, parked);
    }

    private void park(Bound now, String format, int kafkaPartition, long offset, byte @Nullable [] key,
            byte @Nullable [] original, Finding.Parked parked) {
        Instant time = time(now);
        DeadLetter letter = new DeadLetter(sources.rawTopic(), kafkaPartition, offset, parked.kind().name(),
                parked.field(), parked.message());
        now.context().forward(new Record<>(key, DeadLetter.value(original), time.toEpochMilli(), letter.headers()),
                NodeNames.DEAD_LETTERS_SINK);
        meters.parked(format, parked.kind().label());
        meters.deadLetter(sources.rawTopic(), letter.cause());
        LOGGER.atWarn().addKeyValue("format", format).addKeyValue("kafkaPartition", kafkaPartition)
                .addKeyValue("offset", offset).addKeyValue("cause", letter.cause())
                .addKeyValue("field", letter.field()).log("body parked");
        Trouble trouble = new Trouble(format, parked.kind().label(), time);
        if (now.memory().firstTrouble(trouble, time)) {
            now.telling().tell(trouble);
        }
    }

    private void ask(Bound now, WaitingBody waiting, Instant time) {
        waiting.question().ifPresent(question -> {
            asker.ask(new Enquiry(waiting.format(), waiting.source(), waiting.rawKey(), question));
            Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(waiting.tries(), 6));
            now.memory().keep(waiting.asked(time.plus(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT)));
        });
    }

    /** Asks what is due, gives up what waited too long, and forgets what is old. */
    private void tick(Bound now) {
        Instant time = time(now);
        for (WaitingBody waiting : now.memory().waiting(WAITING_BUDGET)) {
            Optional<SourceFormat> format = sources.format(waiting.format());
            if (format.isEmpty()) {
                continue;
            }
            if (Duration.between(waiting.receivedAt(), time).compareTo(sources.patience()) > 0) {
                String reason = asker.fault(waiting.source()).map(fault -> ": " + fault).orElse("");
                park(now, waiting, new Finding.Parked(Kind.UNANSWERED, "", waiting.why() + reason));
                now.memory().release(waiting);
            } else if (waiting.question().isEmpty()) {
                reconsider(now, waiting, format.get(), time);
            } else if (!waiting.askAt().isAfter(time)) {
                ask(now, waiting, time);
            }
        }
        now.memory().sweep(time, memoryAge, SWEEP_BUDGET);
    }

    private static Instant time(Bound now) {
        return Instant.ofEpochMilli(now.context().currentSystemTimeMs());
    }

    private static Optional<String> header(Record<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }
}
