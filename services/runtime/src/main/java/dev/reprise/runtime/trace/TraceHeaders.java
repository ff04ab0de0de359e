// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The place in a trace that a Kafka record carries. */
public final class TraceHeaders {
    private TraceHeaders() {}

    /** What the last header of that name says, if it is well-formed. */
    public static Optional<Traceparent> read(Headers headers) {
        Header header = headers.lastHeader(Traceparent.HEADER);
        return header == null || header.value() == null
                ? Optional.empty()
                : Traceparent.parse(new String(header.value(), StandardCharsets.UTF_8));
    }

    /** Puts it in place of what stood there; takes that away where there is none. */
    public static void write(Headers headers, Optional<Traceparent> traceparent) {
        if (traceparent.isEmpty() && headers.lastHeader(Traceparent.HEADER) == null) {
            return;
        }
        headers.remove(Traceparent.HEADER);
        traceparent.ifPresent(
                known -> headers.add(Traceparent.HEADER, known.toString().getBytes(StandardCharsets.US_ASCII)));
    }
}
