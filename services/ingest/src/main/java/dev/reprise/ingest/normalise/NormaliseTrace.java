// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.util.Optional;

import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.runtime.trace.WorkKind;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.wire.WireType;

/** What is told of a body of a foreign format, as a piece of work in the trace of the body. */
final class NormaliseTrace {
    private NormaliseTrace() {}

    /**
     * Begins to tell an event.
     *
     * @param format the name of the format
     * @param body where the raw record belongs
     */
    static TracedWork begin(Tracing tracing, String format, RunEvent event, Optional<Traceparent> body) {
        TracedWork work = tracing.begin("normalise " + format, WorkKind.CONSUMER, body);
        if (work.isRecorded()) {
            work.note("reprise.job", event.instance().job().key())
                    .note("reprise.partition", event.instance().partition().value())
                    .note("reprise.run", event.attemptId().run().value())
                    .note("reprise.attempt", event.attemptId().number())
                    .note("reprise.event", WireType.of((Record) event).schemaName());
        }
        return work;
    }
}
