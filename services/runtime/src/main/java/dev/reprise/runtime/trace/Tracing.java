// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins pieces of work that are traced. Whatever fails behind it, the work goes on: it is then done without a trace, and
 * that is said once. Where nothing records, what came in is handed on as it was. Safe for use by many threads.
 */
public final class Tracing {
    private static final Logger LOGGER = LoggerFactory.getLogger(Tracing.class);
    private static final String NAME = "dev.reprise";
    private static final Within NOWHERE = () -> {};
    private final Tracer tracer;
    private final TracedWork nothing = new TracedWork(this, Span.getInvalid(), Optional.empty());
    private final AtomicBoolean complained = new AtomicBoolean();

    /** As long as it is open, what the same thread does belongs to a place. */
    @FunctionalInterface
    public interface Within extends AutoCloseable {
        @Override
        void close();
    }

    /** Traces to whoever stands behind that interface. */
    public Tracing(OpenTelemetry openTelemetry) {
        tracer = tracer(openTelemetry);
    }

    private Tracer tracer(OpenTelemetry openTelemetry) {
        try {
            return openTelemetry.getTracer(NAME);
        } catch (RuntimeException | LinkageError e) {
            complain(e);
            return OpenTelemetry.noop().getTracer(NAME);
        }
    }

    /** Records nothing. */
    public static Tracing off() {
        return new Tracing(OpenTelemetry.noop());
    }

    /**
     * Begins work that belongs below other work.
     *
     * @param name what is done, one of few
     * @param kind what it is to others
     * @param parent what it belongs below; where it is absent, what the thread is within, else a new trace begins
     */
    public TracedWork begin(String name, WorkKind kind, Optional<Traceparent> parent) {
        return begin(name, kind, parent, List.of());
    }

    /**
     * Begins work that belongs below other work and has to do with more.
     *
     * @param others the rest of what it has to do with
     */
    public TracedWork begin(String name, WorkKind kind, Optional<Traceparent> parent, List<Traceparent> others) {
        return begin(() -> linked(builder(name, kind).setParent(contextOf(parent)), others), parent);
    }

    /**
     * Begins work in a trace of its own, because hours may lie between it and what it follows from.
     *
     * @param name what is done, one of few
     * @param kind what it is to others
     * @param causes what it follows from, the weightiest first
     */
    public TracedWork beginAnew(String name, WorkKind kind, List<Traceparent> causes) {
        return begin(() -> linked(builder(name, kind).setNoParent(), causes), causes.stream().findFirst());
    }

    /** Lets what this thread does now belong to a place; for instruments of others that look at the thread. */
    @SuppressWarnings("MustBeClosed") // by whoever closes what is returned
    public Within within(Optional<Traceparent> traceparent) {
        try {
            if (traceparent.isEmpty() || !tracer.isEnabled()) {
                return NOWHERE;
            }
            Scope scope = Context.current().with(Span.wrap(spanContext(traceparent.get()))).makeCurrent();
            return () -> guarded(scope::close);
        } catch (RuntimeException | LinkageError e) {
            complain(e);
            return NOWHERE;
        }
    }

    private TracedWork begin(Supplier<SpanBuilder> builder, Optional<Traceparent> otherwise) {
        try {
            if (!tracer.isEnabled()) {
                return otherwise.isEmpty() ? nothing : new TracedWork(this, Span.getInvalid(), otherwise);
            }
            Span span = builder.get().startSpan();
            return new TracedWork(this, span, traceparent(span.getSpanContext()).or(() -> otherwise));
        } catch (RuntimeException | LinkageError e) {
            complain(e);
            return new TracedWork(this, Span.getInvalid(), otherwise);
        }
    }

    private SpanBuilder builder(String name, WorkKind kind) {
        return tracer.spanBuilder(name).setSpanKind(switch (kind) {
            case PRODUCER -> SpanKind.PRODUCER;
            case CONSUMER -> SpanKind.CONSUMER;
            case CLIENT -> SpanKind.CLIENT;
            case INTERNAL -> SpanKind.INTERNAL;
        });
    }

    private static SpanBuilder linked(SpanBuilder builder, List<Traceparent> traceparents) {
        traceparents.forEach(traceparent -> builder.addLink(spanContext(traceparent)));
        return builder;
    }

    /** An instrument of the thread may have put its own work between the parent and us: that is nearer then. */
    private static Context contextOf(Optional<Traceparent> parent) {
        Context around = Context.current();
        SpanContext nearer = Span.fromContext(around).getSpanContext();
        return parent.filter(given -> !given.traceId().equals(nearer.getTraceId()))
                .map(given -> Context.root().with(Span.wrap(spanContext(given)))).orElse(around);
    }

    private static SpanContext spanContext(Traceparent traceparent) {
        return SpanContext.createFromRemoteParent(traceparent.traceId(), traceparent.spanId(),
                TraceFlags.fromHex(traceparent.flags(), 0), TraceState.getDefault());
    }

    private static Optional<Traceparent> traceparent(SpanContext context) {
        return context.isValid()
                ? Optional.of(new Traceparent(context.getTraceId(), context.getSpanId(),
                        context.getTraceFlags().asHex()))
                : Optional.empty();
    }

    /** Does what may fail and must not be noticed. */
    void guarded(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException | LinkageError e) {
            complain(e);
        }
    }

    /** Once: what fails here fails for each record. */
    private void complain(Throwable fault) {
        if (complained.compareAndSet(false, true)) {
            LOGGER.atWarn().addKeyValue("error", fault.getClass().getName())
                    .log("traces are incomplete: the OpenTelemetry behind this program has failed");
        }
    }
}
