// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ProcessorContext;

import dev.reprise.ingest.source.Report;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.SourceMapping;

/** Chooses the data partition of what is told, and tells nothing twice. */
final class SourceTelling {

    private static final String STATED = "stated";
    private static final String MAPPING = "mapping";
    private static final String DERIVED = "derived";
    private static final String WHOLE_JOB = "whole-job";

    private final ProcessorContext<byte[], byte[]> context;
    private final SourceMemory memory;
    private final JobMappings mappings;
    private final EventRecords records;
    private final Tracing tracing;

    SourceTelling(ProcessorContext<byte[], byte[]> context, SourceMemory memory, JobMappings mappings,
            EventRecords records, Tracing tracing) {
        this.tracing = tracing;
        this.context = context;
        this.memory = memory;
        this.mappings = mappings;
        this.records = records;
    }

    /** A partition and the rule it was found by. */
    private record Choice(PartitionKey partition, String rule) {}

    /**
     * Tells the instance.
     *
     * @param body the body that led to it
     * @return the event, unless the same was told before
     */
    Optional<RunEvent> tell(Report report, WaitingBody body, Instant now) {
        Choice choice = choose(report);
        RunEvent event = report.at(choice.partition());
        String name = body.rawKey() + "#" + event.instance().key() + "#" + event.attemptId() + "#"
                + event.getClass().getSimpleName();
        if (!memory.isNews(name, content(event), now)) {
            return Optional.empty();
        }
        try (TracedWork work = NormaliseTrace.begin(tracing, body.format(), event,
                body.traceparent().flatMap(Traceparent::parse));
                Tracing.Within _ = tracing.within(work.traceparent())) {
            context.forward(records.of(event, body.hash(), choice.rule(), body.receivedAt().toEpochMilli(),
                    work.traceparent()), NodeNames.EVENTS_SINK);
        }
        return Optional.of(event);
    }

    /** What the source states, what the job's owner says, what follows from the event; else the whole job. */
    private Choice choose(Report report) {
        if (report.stated().isPresent()) {
            return new Choice(report.stated().get(), STATED);
        }
        Optional<PartitionKey> mapped = mappings.of(report.event().job())
                .flatMap(mapping -> mapped(mapping, report));
        return mapped.map(partition -> new Choice(partition, MAPPING))
                .or(() -> report.derived().map(partition -> new Choice(partition, DERIVED)))
                .orElseGet(() -> new Choice(PartitionKey.WHOLE_JOB, WHOLE_JOB));
    }

    private static Optional<PartitionKey> mapped(SourceMapping mapping, Report report) {
        return mapping.partition(report.values());
    }

    /** What makes a report of the same kind news: a sign of life at another time, a failure that is retried after all. */
    private static String content(RunEvent event) {
        return switch (event) {
            case RunHeartbeat alive -> alive.at().toString();
            case RunFailed failed -> failed.retry() + " " + failed.kind() + " " + failed.phase();
            case RunSucceeded succeeded -> succeeded.proof().name();
            case RunStateUnknown unknown -> unknown.state();
            default -> "";
        };
    }

    /** Tells a person of a kind of trouble. */
    void tell(Trouble trouble) {
        context.forward(records.of(trouble), NodeNames.EVENTS_SINK);
    }
}
