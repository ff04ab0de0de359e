// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;

/**
 * One alert of a page, as it was when the page was written.
 *
 * @param alertKey the alert
 * @param revision its revision, from 1
 * @param change what the reader learns
 * @param kind the reason of the decision that opened it
 * @param severity how soon a person must look
 * @param content subject, labels and texts
 * @param startsAt when it began to fire
 * @param endsAt when it ended; absent while it fires
 * @param resolution why it is over; absent while it fires
 * @param suppressions what holds it back while it fires, at most {@value #MAX_SUPPRESSIONS}
 */
public record PageItem(AlertKey alertKey, long revision, PageChange change, Reason kind, Severity severity,
        AlertContent content, Instant startsAt, Optional<Instant> endsAt, Optional<Reason> resolution,
        List<Suppression> suppressions) {
    /** Most causes carried. */
    public static final int MAX_SUPPRESSIONS = 3;
    /** Longest description and error kept of one alert among several, in characters. */
    public static final int MAX_BRIEF = 600;

    /**
     * Checks the revision.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public PageItem {
        Bounds.atLeast("revision", revision, 1);
        suppressions = Bounds.list("suppressions", suppressions, 0, MAX_SUPPRESSIONS);
    }

    /** One that nothing holds back. */
    public PageItem(AlertKey alertKey, long revision, PageChange change, Reason kind, Severity severity,
            AlertContent content, Instant startsAt, Optional<Instant> endsAt, Optional<Reason> resolution) {
        this(alertKey, revision, change, kind, severity, content, startsAt, endsAt, resolution, List.of());
    }

    /** The same without the end of the output, with one finding and short texts: one of several in a page. */
    public PageItem brief() {
        Optional<ErrorEvidence> evidence = content.evidence()
                .map(all -> new ErrorEvidence(Bounds.head(all.message(), MAX_BRIEF), all.type(), all.code(),
                        all.exitCode(), Optional.empty(), all.logUrl()));
        AlertContent brief = new AlertContent(content.job(), content.partition(), content.episode(),
                content.attempt(), content.owner(), content.labels(), content.summary(),
                Bounds.head(content.description(), MAX_BRIEF), evidence,
                content.findings().stream().limit(1).toList(), content.proposal(), content.proposalExpiresAt(),
                content.traceparent(), List.of());
        return new PageItem(alertKey, revision, change, kind, severity, brief, startsAt, endsAt, resolution,
                suppressions);
    }
}
