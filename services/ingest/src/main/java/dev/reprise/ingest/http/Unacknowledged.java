// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.Response;

/** The answers when Kafka does not have what was sent. */
final class Unacknowledged {

    private static final String RETRY_AFTER_SECONDS = "5";

    private Unacknowledged() {}

    /** Status 503: to be sent again, with the same ids; what arrived twice counts once. */
    static Response unavailable(AckedProducer.Outcome.Unavailable away) {
        return Response.problem(Problem.of(503, away.why()).as("urn:reprise:kafka-away", "Not stored")
                .fixedBy("send the same again later; an event that did arrive counts once"))
                .with("Retry-After", RETRY_AFTER_SECONDS);
    }

    /** Status 413: the cluster's own limit. */
    static Response tooLarge(AckedProducer.Outcome.TooLarge large) {
        return Response.problem(Problem.of(413, large.why())
                .fixedBy("send a smaller event, or raise max.message.bytes of the topic"));
    }
}
