// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.ingest.definition.JobEvidence;
import dev.reprise.ingest.definition.JobSighting;
import dev.reprise.ingest.definition.StatementJudge;
import dev.reprise.ingest.lineage.LineageEvent;
import dev.reprise.ingest.lineage.LineageMapping;
import dev.reprise.ingest.lineage.LineageMapping.Step;
import dev.reprise.ingest.lineage.LineageParser;
import dev.reprise.ingest.lineage.LineageType;
import dev.reprise.ingest.lineage.Owner;
import dev.reprise.ingest.lineage.Parsed;
import dev.reprise.ingest.lineage.PartitionRule;
import dev.reprise.ingest.lineage.RunContext;
import dev.reprise.ingest.lineage.RunRole;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.meter.IngestMeters.LineageOutcome;
import dev.reprise.ingest.record.DeadLetter;
import dev.reprise.ingest.record.HeaderNames;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Reads raw OpenLineage bodies, remembers what they say of each run and tells its instances. All events of one tree of runs
 * come to one instance of this, because their key is the root of the tree.
 */
final class LineageNormaliseProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOGGER = LoggerFactory.getLogger(LineageNormaliseProcessor.class);
    private static final Duration TICK = Duration.ofSeconds(30);
    private static final int SWEEP_BUDGET = 2000;
    private static final Set<LineageType> ENDS = EnumSet.of(LineageType.COMPLETE, LineageType.FAIL, LineageType.ABORT);
    private static final int SETTLE_BUDGET = 10_000;

    private final NormaliseConfig config;
    private final WireCodec codec;
    private final IngestMeters meters;
    private final LineageParser parser = new LineageParser();
    private final EventRecords records;
    private final Tracing tracing;
    private final StatementJudge judge = new StatementJudge();
    private @Nullable Bound bound;

    /** What exists only once Streams has set the processor up. */
    private record Bound(ProcessorContext<byte[], byte[]> context, LineageMemory memory, JobMappings mappings) {}

    LineageNormaliseProcessor(NormaliseConfig config, WireCodec codec, IngestMeters meters, Tracing tracing) {
        this.tracing = tracing;
        this.config = config;
        this.codec = codec;
        this.meters = meters;
        this.records = new EventRecords(codec);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Bound now = new Bound(context,
                new LineageMemory(context.getStateStore(NodeNames.LINEAGE_RUNS), codec.mapper()),
                new JobMappings(context.getStateStore(NodeNames.JOBS), codec.mapper()));
        bound = now;
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, _ -> tick(now));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Bound now = bound;
        if (now == null) {
            throw new IllegalStateException("a record before init");
        }
        if (!isLineage(record)) {
            return; // another format's normaliser reads it
        }
        byte @Nullable [] body = record.value();
        Parsed parsed = body == null
                ? new Parsed.Parked(Parsed.Kind.SYNTAX, "", "the body is empty")
                : parser.parse(body, Instant.ofEpochMilli(record.timestamp()));
        read(now, parsed, record);
    }

    private void read(Bound now, Parsed parsed, Record<byte[], byte[]> record) {
        switch (parsed) {
            case Parsed.Newer(Parsed certain, Parsed.Parked rest) -> {
                park(now, rest, record);
                read(now, certain, record);
            }
            case Parsed.Run(LineageEvent event, JobEvidence evidence) -> take(now, event, evidence, record);
            case Parsed.Ignored _ -> meters.lineage(LineageOutcome.IGNORED);
            case Parsed.Parked parked -> park(now, parked, record);
        }
    }

    private void take(Bound now, LineageEvent event, JobEvidence evidence, Record<byte[], byte[]> record) {
        Instant time = Instant.ofEpochMilli(now.context().currentSystemTimeMs());
        LineageMemory memory = now.memory();
        if (!memory.firstTime(event.bodyHash(), time)) {
            meters.lineage(LineageOutcome.DUPLICATE);
            return;
        }
        memory.remember(LineageMapping.link(event, memory.link(event.self().run())), time);
        Owner owner = LineageMapping.owner(event, memory::link);
        LineageEvent mapped = now.mappings().of(owner.ref().job())
                .flatMap(mapping -> mapping.partition(event.hints().values())).map(event::mapped).orElse(event);
        Step step = LineageMapping.apply(owner, memory.context(owner), mapped);
        memory.remember(step.context(), time);
        meters.lineage(step.events().isEmpty() ? LineageOutcome.SILENT : LineageOutcome.MAPPED);
        tell(now, step, event.bodyHash(), record.timestamp(), TraceHeaders.read(record.headers()));
        see(now, step.context(), event, evidence, record.timestamp());
    }

    /** Tells what the event shows of the job, where that is news. */
    private void see(Bound now, RunContext context, LineageEvent event, JobEvidence evidence, long timestamp) {
        Owner owner = context.owner();
        Instant time = Instant.ofEpochMilli(now.context().currentSystemTimeMs());
        boolean ofOwner = event.self().run().equals(owner.ref().run());
        JobSighting before = now.memory().sighting(owner);
        JobSighting seen = before.with(evidence, judge.judge(evidence, event.source(), time),
                ofOwner && event.role() == RunRole.OWNER);
        boolean ended = ofOwner && ENDS.contains(event.type());
        if (seen.empty() || seen.equals(before) && !ended) {
            return;
        }
        now.memory().remember(owner, seen, time);
        Optional<JobLineage> known = now.memory().lineage(owner.ref().job());
        JobLineage lineage = seen.lineage(owner.ref().job(), known, ended,
                ended && event.type() == LineageType.COMPLETE && context.facts().failure().isEmpty(), event.source(),
                time);
        if (known.filter(told -> JobSighting.alike(told, lineage)).isEmpty()) {
            now.memory().remember(lineage, time);
            now.context().forward(records.of(lineage, event.bodyHash(), timestamp), NodeNames.LINEAGE_SINK);
        }
    }

    private void park(Bound now, Parsed.Parked parked, Record<byte[], byte[]> record) {
        RecordMetadata at = now.context().recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record without a position"));
        DeadLetter letter = new DeadLetter(at.topic(), at.partition(), at.offset(), parked.kind().name(),
                parked.field(), parked.message());
        now.context().forward(new Record<>(record.key(), DeadLetter.value(record.value()), record.timestamp(),
                letter.headers()), NodeNames.DEAD_LETTERS_SINK);
        meters.lineage(LineageOutcome.PARKED);
        meters.parked(RawLineage.FORMAT, parked.kind().label());
        meters.deadLetter(at.topic(), letter.cause());
        LOGGER.atWarn().addKeyValue("topic", at.topic()).addKeyValue("kafkaPartition", at.partition())
                .addKeyValue("offset", at.offset()).addKeyValue("cause", letter.cause())
                .addKeyValue("field", letter.field()).log("lineage event parked");
        Instant time = Instant.ofEpochMilli(now.context().currentSystemTimeMs());
        Trouble trouble = new Trouble(RawLineage.FORMAT, parked.kind().label(), time);
        if (now.memory().firstTrouble(trouble, time)) {
            now.context().forward(records.of(trouble), NodeNames.EVENTS_SINK);
        }
    }

    /** Tells of runs that fell silent before their partition was known, and forgets what is old. */
    private void tick(Bound now) {
        long millis = now.context().currentSystemTimeMs();
        Instant time = Instant.ofEpochMilli(millis);
        for (RunContext silent : now.memory().silentSince(time.minus(config.silence()), SETTLE_BUDGET)) {
            Step step = LineageMapping.settle(silent);
            now.memory().remember(step.context(), time);
            tell(now, step, "silence", millis, Optional.empty());
        }
        now.memory().sweep(time, config.memory(), SWEEP_BUDGET);
    }

    private void tell(Bound now, Step step, String cause, long timestamp, Optional<Traceparent> body) {
        PartitionRule rule = step.context().choice().rule().orElse(PartitionRule.WHOLE_JOB);
        for (RunEvent event : step.events()) {
            try (TracedWork work = NormaliseTrace.begin(tracing, RawLineage.FORMAT, event, body);
                    Tracing.Within _ = tracing.within(work.traceparent())) {
                now.context().forward(records.of(event, cause, rule, timestamp, work.traceparent()),
                        NodeNames.EVENTS_SINK);
            }
        }
    }

    private static boolean isLineage(Record<byte[], byte[]> record) {
        Header format = record.headers().lastHeader(HeaderNames.FORMAT);
        return format != null && format.value() != null
                && RawLineage.FORMAT.equals(new String(format.value(), StandardCharsets.UTF_8));
    }
}
