// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.match.Matcher;

/**
 * The alert that fires always, so that a receiver such as a dead man's switch notices silence. It takes the way of every
 * other alert. It fires while a subscription asks for it by name, goes to no other, and nothing holds it back.
 */
public final class Watchdog {
    /** Its kind, and the value of the label {@code kind} that asks for it. */
    public static final Reason KIND = Reason.WATCHDOG;
    private static final String LABEL = "kind";
    private static final JobId JOB = new JobId("reprise", "watchdog");
    /** What it is about, always the same. */
    public static final AlertKey KEY = AlertKey.of(KIND.name(), new InstanceId(JOB, PartitionKey.WHOLE_JOB));
    /** Well within the time that the topic of alerts keeps a record. */
    private static final Duration WRITTEN_ANEW_AFTER = Duration.ofDays(1);

    private Watchdog() {}

    /** Whether an alert with these labels is the watchdog. */
    public static boolean isOne(Map<String, String> labels) {
        return KIND.name().equals(labels.get(LABEL));
    }

    /** Whether these matchers ask for it: one of them is {@code kind="WATCHDOG"}. A pattern that lets it through does not. */
    public static boolean isAskedFor(List<Matcher> match) {
        return match.stream().anyMatch(matcher -> matcher.demands(LABEL, KIND.name()));
    }

    /**
     * The record that must follow, or nothing when all stands as it should.
     *
     * @param last its newest revision
     * @param wanted whether a subscription asks for it
     * @param now the time; the revision counts its milliseconds, so that it rises over restarts
     */
    public static Optional<Alert> next(Optional<Alert> last, boolean wanted, Instant now) {
        Optional<Alert> open = last.filter(alert -> !(alert instanceof AlertResolved));
        long revision = Math.max(now.toEpochMilli(), last.map(alert -> alert.revision() + 1).orElse(1L));
        if (wanted) {
            boolean young = open.filter(alert -> Instant.ofEpochMilli(alert.revision()).plus(WRITTEN_ANEW_AFTER)
                    .isAfter(now)).isPresent();
            return young
                    ? Optional.empty()
                    : Optional.of(new AlertFiring(KEY, revision, KIND, Severity.INFO, content(),
                            open.map(Alert::startsAt).orElse(now)));
        }
        return open.map(alert -> new AlertResolved(KEY, revision, KIND, Severity.INFO, content(), alert.startsAt(), now,
                Reason.CLOSED_BY_PERSON));
    }

    private static AlertContent content() {
        List<Statement> description = List.of(Statement.of(Wording.ALWAYS_FIRES));
        return new AlertContent(JOB, PartitionKey.WHOLE_JOB, 0, Optional.empty(), Optional.empty(), Map.of(),
                "The alert path works", Statement.english(description), Optional.empty(), List.of(), Optional.empty(),
                Optional.empty(), Optional.empty(), description);
    }
}
