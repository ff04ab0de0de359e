// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A piece of work while it is done. Nothing it is told may be a secret: no bodies, no texts of errors. Closing ends it; for
 * one thread at a time.
 */
public final class TracedWork implements AutoCloseable {
    private final Tracing tracing;
    private final Span span;
    private final Optional<Traceparent> traceparent;

    /** A piece of work that is recorded, or at least has a place of its own. */
    TracedWork(Tracing tracing, Span span, Optional<Traceparent> traceparent) {
        this.tracing = tracing;
        this.span = span;
        this.traceparent = traceparent;
    }

    /**
     * What is handed on, so that the work that follows finds its place: this work, or where nothing is recorded what it was
     * handed itself.
     */
    public Optional<Traceparent> traceparent() {
        return traceparent;
    }

    /** Whether what is noted reaches anybody. */
    public boolean isRecorded() {
        return span.isRecording();
    }

    /** Notes a word. */
    public TracedWork note(String name, String value) {
        return tell(recorded -> recorded.setAttribute(name, value));
    }

    /** Notes a word where there is one. */
    public TracedWork note(String name, Optional<String> value) {
        return value.isPresent() ? note(name, value.get()) : this;
    }

    /** Notes a number. */
    public TracedWork note(String name, long value) {
        return tell(recorded -> recorded.setAttribute(name, value));
    }

    /**
     * It has failed.
     *
     * @param code why, as a word of a closed list
     */
    public TracedWork failed(String code) {
        return tell(recorded -> recorded.setStatus(StatusCode.ERROR, code));
    }

    private TracedWork tell(Consumer<Span> said) {
        if (span.isRecording()) {
            tracing.guarded(() -> said.accept(span));
        }
        return this;
    }

    @Override
    public void close() {
        tracing.guarded(span::end);
    }
}
