// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.core.cascade.RegisteredJobs;
import dev.reprise.core.guard.Grounds;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.lineage.JobLineage;

/**
 * Whether a job may be rerun, and why: what its owner declares, what analysis says of its definition with the lines that
 * decide, and what the coordinator's own gate makes of both.
 */
public final class JobStory {
    private static final int WIDTH = 100;
    private static final int SHOWN_OF_HASH = 12;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);

    private final ZoneId zone;

    /** Tells times in a zone. */
    public JobStory(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Prints the story.
     *
     * @param job its entry in the registry
     * @param lineage what its events showed
     */
    public void print(JobDefinition job, Optional<JobLineage> lineage, PrintStream out) {
        out.println(PlainText.oneLine(job.job().toString()));
        job.owner().ifPresent(owner -> out.println("owner: " + PlainText.oneLine(owner.name())));
        out.println();
        out.println("Declared: " + declared(job.policy().idempotency()));
        job.analysis().ifPresentOrElse(analysis -> print("Analysed", analysis, out),
                () -> out.println("Analysed: nothing; the registry names no definition of it."));
        lineage.ifPresent(seen -> print(seen, out));
        out.println();
        // As the coordinator takes it: the registry's definition, else that of the events.
        ruling(job.policy(), RegisteredJobs.inForce(job.analysis(), lineage.flatMap(JobLineage::analysis)), out);
    }

    private static String declared(Idempotency idempotency) {
        return switch (idempotency) {
            case IDEMPOTENT -> "idempotent, by its owner.";
            case NOT_IDEMPOTENT -> "not idempotent, by its owner.";
            case UNKNOWN -> "nothing.";
        };
    }

    private void print(String title, DefinitionAnalysis analysis, PrintStream out) {
        out.println(title + ": " + words(analysis.verdict()) + ". After a failure " + words(analysis.afterFailure())
                + ", after a success " + words(analysis.afterSuccess()) + ".");
        out.println("  from " + PlainText.oneLine(analysis.definition()) + ", SHA-256 "
                + analysis.hash().substring(0, SHOWN_OF_HASH) + "..., " + time(analysis.analysedAt()));
        analysis.conditions().forEach(condition -> out.println("  if " + PlainText.oneLine(condition)));
        FindingLines.of(analysis.findings()).forEach(line -> out.println("  " + line));
    }

    private void print(JobLineage seen, PrintStream out) {
        out.println();
        out.println("Seen in events of " + PlainText.oneLine(seen.source()) + ", " + time(seen.seenAt()) + ":");
        datasets("reads", seen.inputs(), out);
        datasets("writes", seen.outputs(), out);
        seen.analysis().ifPresent(analysis -> print("Analysed", analysis, out));
    }

    private static void datasets(String verb, List<String> datasets, PrintStream out) {
        datasets.forEach(dataset -> out.println("  " + verb + " " + PlainText.oneLine(dataset)));
    }

    private static void ruling(Policy policy, Optional<DefinitionAnalysis> analysis, PrintStream out) {
        out.println("What follows, as long as nobody approves a rerun:");
        for (Grounds grounds : Grounds.values()) {
            String text = when(grounds) + ": " + ruled(Guard.rule(policy, analysis, grounds, Optional.empty()));
            PlainText.wrap(text, WIDTH).forEach(line -> out.println("  " + line));
        }
    }

    private static String when(Grounds grounds) {
        return switch (grounds) {
            case NEVER_STARTED -> "it never started";
            case FAILED -> "it failed";
            case LOST -> "it was lost";
            case SUCCEEDED -> "it succeeded, and someone asks";
        };
    }

    private static String ruled(Guard.Ruling ruling) {
        return switch (ruling) {
            case Guard.Allowed _ -> "it may be rerun.";
            case Guard.NeedsApproval _ -> "a person is asked.";
            case Guard.Refused(Reason reason) -> "it is not rerun. " + reason + ": " + reason.meaning();
        };
    }

    private static String words(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private String time(Instant instant) {
        return TIME.format(instant.atZone(zone));
    }
}
