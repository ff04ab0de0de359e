// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TracingTest {
    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final Optional<Traceparent> CALLER = Traceparent
            .parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    private final Tracing tracing = new Tracing(TRACES.getOpenTelemetry());

    @Test
    void shouldBeginBelowTheCaller() {
        try (TracedWork work = tracing.begin("send", WorkKind.PRODUCER, CALLER)) {
            assertThat(work.isRecorded()).isTrue();
            assertThat(work.traceparent()).get().isNotEqualTo(CALLER.orElseThrow())
                    .extracting(Traceparent::traceId).isEqualTo(CALLER.orElseThrow().traceId());
            work.note("word", "value").note("number", 7).note("absent", Optional.empty()).failed("refused");
        }

        SpanData span = only();
        assertThat(span.getName()).isEqualTo("send");
        assertThat(span.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(span.getParentSpanId()).isEqualTo(CALLER.orElseThrow().spanId());
        assertThat(span.getAttributes().asMap()).containsOnly(
                java.util.Map.entry(AttributeKey.stringKey("word"), "value"),
                java.util.Map.entry(AttributeKey.longKey("number"), 7L));
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("refused");
    }

    @Test
    void shouldBeginANewTraceThatNamesItsCauses() {
        Traceparent other = new Traceparent("1".repeat(32), "2".repeat(16), "00");
        try (Tracing.Within _ = tracing.within(CALLER);
                TracedWork work = tracing.beginAnew("decide", WorkKind.INTERNAL,
                        List.of(CALLER.orElseThrow(), other))) {
            assertThat(work.traceparent()).get().extracting(Traceparent::traceId)
                    .isNotEqualTo(CALLER.orElseThrow().traceId());
        }

        assertThat(only().getParentSpanContext().isValid()).isFalse();
        assertThat(only().getLinks()).extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(CALLER.orElseThrow().spanId(), other.spanId());
    }

    @Test
    void shouldBeginATraceWhereThereIsNone() {
        tracing.begin("send", WorkKind.CLIENT, Optional.empty()).close();
        assertThat(only().getParentSpanContext().isValid()).isFalse();
    }

    @Test
    void shouldLetTheThreadBeWithinAPlace() {
        try (Tracing.Within _ = tracing.within(CALLER)) {
            assertThat(Span.current().getSpanContext().getSpanId()).isEqualTo(CALLER.orElseThrow().spanId());
            tracing.begin("below", WorkKind.CLIENT, Optional.empty()).close();
        }
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
        assertThat(only().getParentSpanId()).isEqualTo(CALLER.orElseThrow().spanId());
    }

    @Test
    void shouldBeginBelowWhatAnInstrumentOfTheThreadPutBetween() {
        Optional<Traceparent> between = Optional
                .of(new Traceparent(CALLER.orElseThrow().traceId(), "3".repeat(16), "01"));
        try (Tracing.Within _ = tracing.within(between)) {
            tracing.begin("nearer", WorkKind.CLIENT, CALLER).close();
        }
        assertThat(only().getParentSpanId()).isEqualTo(between.orElseThrow().spanId());
    }

    @Test
    void shouldHandOnWhatIsNotSampledAsNotSampled() {
        Tracing unsampled = new Tracing(OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder().setSampler(Sampler.alwaysOff())
                        .addSpanProcessor(SimpleSpanProcessor.create(InMemorySpanExporter.create())).build())
                .build());
        try (TracedWork work = unsampled.begin("send", WorkKind.CLIENT, CALLER)) {
            assertThat(work.isRecorded()).isFalse();
            assertThat(work.traceparent()).get().extracting(Traceparent::flags).isEqualTo("00");
        }
    }

    @Test
    void shouldDoNothingWhereNothingIsInstalled() {
        for (Tracing off : List.of(Tracing.off(), new Tracing(OpenTelemetry.propagating(ContextPropagators.noop())))) {
            try (TracedWork work = off.begin("send", WorkKind.CLIENT, Optional.empty());
                    Tracing.Within _ = off.within(CALLER)) {
                assertThat(work.traceparent()).isEmpty();
                assertThat(work.isRecorded()).isFalse();
                assertThat(Context.current()).isEqualTo(Context.root());
                work.note("word", "value").failed("refused");
            }
            assertThat(off.begin("send", WorkKind.CLIENT, CALLER).traceparent()).isEqualTo(CALLER);
            assertThat(off.beginAnew("decide", WorkKind.CLIENT, List.of(CALLER.orElseThrow())).traceparent())
                    .isEqualTo(CALLER);
        }
        assertThat(TRACES.getSpans()).isEmpty();
    }

    @Test
    void shouldFindWhatIsInstalledForAll() {
        new Tracing(GlobalOpenTelemetry.get()).begin("send", WorkKind.CLIENT, CALLER).close();
        assertThat(only().getName()).isEqualTo("send");
    }

    @Test
    void shouldGoOnWhateverFailsBehindIt() {
        SpanProcessor failing = new SpanProcessor() {
            @Override
            public void onStart(Context parent, ReadWriteSpan span) {
                throw new IllegalStateException("no room");
            }

            @Override
            public boolean isStartRequired() {
                return true;
            }

            @Override
            public void onEnd(ReadableSpan span) {
                throw new NoClassDefFoundError("of another version");
            }

            @Override
            public boolean isEndRequired() {
                return true;
            }
        };
        Tracing broken = new Tracing(OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(failing).build()).build());
        OpenTelemetry without = new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                throw new IllegalStateException("closed");
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.noop();
            }
        };
        for (Tracing each : List.of(broken, new Tracing(without))) {
            try (TracedWork work = each.begin("send", WorkKind.CLIENT, CALLER);
                    Tracing.Within _ = each.within(work.traceparent())) {
                work.note("word", "value").failed("refused");
                assertThat(work.traceparent()).isEqualTo(CALLER);
            }
        }
    }

    private static SpanData only() {
        assertThat(TRACES.getSpans()).hasSize(1);
        return TRACES.getSpans().getFirst();
    }
}
