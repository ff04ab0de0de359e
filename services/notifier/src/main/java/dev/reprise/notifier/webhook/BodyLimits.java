// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.reprise.notifier.channel.Text;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.job.DefinitionFinding;

/**
 * How long the describing parts of a body may be, in characters. A cut part says how much is missing; identity (job,
 * partition, attempt, proposal) is never cut.
 *
 * @param output the last lines of output
 * @param message the error
 * @param description what happened
 * @param summary the one line
 * @param labels how many labels
 * @param labelValue the value of a label
 * @param findings how many lines of the job's definition
 * @param finding each text of one, but for its place
 */
record BodyLimits(int output, int message, int description, int summary, int labels, int labelValue,
        int findings, int finding) {
    /** Label that counts the labels left out. */
    static final String MORE = "reprise.more";
    private static final int NONE = Integer.MAX_VALUE;

    /** From generous to terse, the parts that matter least first. */
    static final List<BodyLimits> STEPS = List.of(
            new BodyLimits(NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
            new BodyLimits(2_000, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
            new BodyLimits(1_000, 1_000, 2_000, NONE, NONE, NONE, NONE, 300),
            new BodyLimits(400, 400, 800, NONE, 16, 128, 2, 200),
            new BodyLimits(100, 200, 300, 200, 8, 64, 1, 100), new BodyLimits(0, 100, 0, 100, 0, 0, 0, 0));

    /** The content within these limits. */
    AlertContent apply(AlertContent content) {
        return new AlertContent(content.job(), content.partition(), content.episode(), content.attempt(),
                content.owner(), cutLabels(content.labels()), Text.head(content.summary(), summary),
                Text.head(content.description(), description), content.evidence().map(this::cut),
                content.findings().stream().limit(findings).map(this::cut).toList(),
                content.proposal(), content.proposalExpiresAt(), content.traceparent(),
                // They say what the description says: where that is cut, they would make up for what was gained.
                description == NONE ? content.statements() : List.of());
    }

    private ErrorEvidence cut(ErrorEvidence evidence) {
        Optional<String> tail = evidence.outputTail().map(text -> Text.tail(text, output));
        return new ErrorEvidence(Text.head(evidence.message(), message), evidence.type(), evidence.code(),
                evidence.exitCode(), tail, evidence.logUrl());
    }

    private DefinitionFinding cut(DefinitionFinding found) {
        return new DefinitionFinding(found.rule(), found.place(),
                found.excerpt().map(line -> Text.head(line, finding)), Text.head(found.message(), finding),
                found.fix().map(text -> Text.head(text, finding)));
    }

    private Map<String, String> cutLabels(Map<String, String> all) {
        Map<String, String> kept = new TreeMap<>();
        new TreeMap<>(all).entrySet().stream().limit(labels)
                .forEach(label -> kept.put(label.getKey(), Text.head(label.getValue(), labelValue)));
        int missing = all.size() - kept.size();
        if (missing > 0) {
            kept.put(MORE, "and " + missing + " more labels");
        }
        return kept;
    }
}
