// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.meter;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Locale;

/**
 * The counters of the way in. Labels are topics, types and causes out of closed lists; never a job or a run. Safe for use
 * by many threads.
 */
public final class IngestMeters {

    /** What became of a lineage event in the normaliser. */
    public enum LineageOutcome {
        /** It told an instance something. */
        MAPPED,
        /** It was understood and changed what is known of its run, but no instance had to be told. */
        SILENT,
        /** A job or dataset event, or a job without an expected end. */
        IGNORED,
        /** The same body came before. */
        DUPLICATE,
        /** It was not understood: the body stays in the raw topic, a dead letter names its position. */
        PARKED
    }

    private final MeterRegistry registry;

    /** Makes the counters of one registry. */
    public IngestMeters(MeterRegistry registry) {
        this.registry = registry;
        for (LineageOutcome outcome : LineageOutcome.values()) {
            registry.counter("rerun.lineage.events", "outcome", label(outcome)).increment(0);
        }
    }

    /** Makes the counters of what is parked at 0: the increase of one that is born at 1 is 0, and the first would not be seen. */
    public void expect(Collection<String> formats, Collection<String> kinds) {
        formats.forEach(format -> kinds.forEach(
                kind -> registry.counter("rerun.source.parked", "format", format, "kind", kind).increment(0)));
    }

    /** An event that was taken in: {@code rerun_events_consumed_total{outcome="ok"}}. */
    public void accepted(String topic, String type) {
        consumed(topic, type, "ok");
    }

    /**
     * An event that was refused or set aside: {@code rerun_events_consumed_total{outcome="invalid"}}, and by the rule it
     * breaks {@code rerun_events_refused_total}.
     */
    public void refused(String topic, String rule) {
        consumed(topic, "unknown", "invalid");
        registry.counter("rerun.events.refused", "topic", topic, "rule", rule).increment();
    }

    /** A record that went to the dead letters: {@code rerun_dead_letters_total}. */
    public void deadLetter(String sourceTopic, String cause) {
        registry.counter("rerun.dead.letters", "topic", sourceTopic, "cause", cause).increment();
    }

    /** What became of a lineage event: {@code rerun_lineage_events_total}. */
    public void lineage(LineageOutcome outcome) {
        registry.counter("rerun.lineage.events", "outcome", label(outcome)).increment();
        if (outcome == LineageOutcome.DUPLICATE) {
            registry.counter("rerun.events.deduplicated", "kind", "content").increment();
        }
    }

    /** A body of a foreign format, or a part of it, that was told: {@code rerun_source_events_total}. */
    public void source(String format, String outcome) {
        registry.counter("rerun.source.events", "format", format, "outcome", outcome).increment();
    }

    /** A body of a format, OpenLineage among them, that was not understood, in whole or in part: {@code rerun_source_parked_total}. */
    public void parked(String format, String kind) {
        source(format, "parked");
        registry.counter("rerun.source.parked", "format", format, "kind", kind).increment();
    }

    /** What became of a question to a scheduler: {@code rerun_source_questions_total}. */
    public void question(String format, String outcome) {
        registry.counter("rerun.source.questions", "format", format, "outcome", outcome).increment();
    }

    /** What became of a list or a watch at a scheduler: {@code rerun_source_watches_total}. */
    public void watch(String format, String outcome) {
        registry.counter("rerun.source.watches", "format", format, "outcome", outcome).increment();
    }

    private void consumed(String topic, String type, String outcome) {
        registry.counter("rerun.events.consumed", "topic", topic, "type", type, "outcome", outcome).increment();
    }

    private static String label(LineageOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
