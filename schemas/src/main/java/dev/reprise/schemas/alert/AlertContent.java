// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.alert;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Owner;

/**
 * What an alert says. Labels identify and route; the rest describes.
 *
 * @param job the job
 * @param partition the data partition; {@code *} for an alert about the job as a whole
 * @param episode the episode of the instance it belongs to
 * @param attempt the attempt it is about, where there is one
 * @param owner who answers for the job, as the registry had it
 * @param labels the job's labels
 * @param summary one line, cut to {@value #MAX_SUMMARY} characters
 * @param description what happened, why it was decided so, and what the reader can do; cut to
 *     {@value #MAX_DESCRIPTION} characters
 * @param evidence what is known of the failure
 * @param findings the lines of the job's definition that decide why it may not be repeated, the worst first
 * @param proposal the rerun that waits for approval
 * @param proposalExpiresAt when it expires
 * @param traceparent where in a trace the decision stands that wrote this, as W3C Trace Context writes it in version 00;
 *     one that is not well-formed is left out
 * @param statements the description apart from any language, for a reader that tells it in another one
 */
public record AlertContent(JobId job, PartitionKey partition, long episode, Optional<AttemptId> attempt,
        Optional<Owner> owner, Map<String, String> labels, String summary, String description,
        Optional<ErrorEvidence> evidence, List<DefinitionFinding> findings, Optional<RerunId> proposal,
        Optional<Instant> proposalExpiresAt, Optional<String> traceparent, List<Statement> statements) {
    /** Longest summary kept, in characters. */
    public static final int MAX_SUMMARY = 512;
    /** Most findings carried. */
    public static final int MAX_FINDINGS = 3;
    /** Longest description kept, in characters. */
    public static final int MAX_DESCRIPTION = 4096;
    private static final Pattern TRACEPARENT = Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    /**
     * Checks the labels and takes a copy; cuts the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AlertContent {
        Bounds.atLeast("episode", episode, 0);
        labels = Bounds.labels("labels", labels);
        findings = Bounds.list("findings", findings, 0, MAX_FINDINGS);
        summary = Bounds.head(summary, MAX_SUMMARY);
        description = Bounds.head(description, MAX_DESCRIPTION);
        traceparent = traceparent.filter(text -> TRACEPARENT.matcher(text).matches());
        statements = Statement.head(statements);
    }

    /** What belongs to no trace, and is told in English alone. */
    public AlertContent(JobId job, PartitionKey partition, long episode, Optional<AttemptId> attempt,
            Optional<Owner> owner, Map<String, String> labels, String summary, String description,
            Optional<ErrorEvidence> evidence, List<DefinitionFinding> findings, Optional<RerunId> proposal,
            Optional<Instant> proposalExpiresAt) {
        this(job, partition, episode, attempt, owner, labels, summary, description, evidence, findings, proposal,
                proposalExpiresAt, Optional.empty(), List.of());
    }
}
