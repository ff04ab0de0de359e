// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.time.Instant;
import java.util.Optional;

/**
 * The CloudEvents 1.0 context attributes of a message.
 *
 * @param id with {@code source} the identity of the message
 * @param source who made it, a URI reference
 * @param type what it is, with its major version
 * @param time when it was made
 * @param traceparent the W3C trace context (distributed tracing extension)
 */
public record CloudEventAttributes(
        String id, String source, String type, Optional<Instant> time, Optional<String> traceparent) {}
