// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.job.Owner;

/** The labels that a matcher sees. */
public final class AlertLabels {
    /** The labels that every alert has. */
    public static final List<String> NAMES = List.of("job", "namespace", "name", "partition", "owner", "kind",
            "severity", "error");

    private AlertLabels() {}

    /**
     * The job's own labels and, over them, {@code kind} (such as {@code NON_IDEMPOTENT}), {@code severity} in lower
     * case, {@code job} as {@code namespace/name}, {@code namespace}, {@code name}, {@code partition}, {@code owner} and
     * {@code error}, the type of the error.
     * An absent label reads as an empty text.
     */
    public static Map<String, String> of(Alert alert) {
        return of(alert.kind(), alert.severity(), alert.content());
    }

    /** The same of the parts of an alert. */
    public static Map<String, String> of(Reason kind, Severity severity, AlertContent content) {
        Map<String, String> labels = new TreeMap<>(content.labels());
        labels.put("kind", kind.name());
        labels.put("severity", severity.name().toLowerCase(Locale.ROOT));
        labels.put("job", content.job().key());
        labels.put("namespace", content.job().namespace());
        labels.put("name", content.job().name());
        labels.put("partition", content.partition().value());
        labels.put("owner", content.owner().map(Owner::name).orElse(""));
        labels.put("error", content.evidence().flatMap(ErrorEvidence::type).orElse(""));
        return labels;
    }
}
