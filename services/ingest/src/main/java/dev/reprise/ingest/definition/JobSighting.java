// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.definition;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.lineage.JobLineage;

/**
 * What the events of one try of a job have shown of its definition so far.
 *
 * @param inputs datasets it reads
 * @param outputs datasets it writes
 * @param overwritten outputs that were overwritten each time
 * @param definition the analysis of the statement that the job itself reports: that is all it does
 * @param statements analyses of statements that parts of it report, by hash; what lies between them is not known
 */
public record JobSighting(List<String> inputs, List<String> outputs, List<String> overwritten,
        Optional<DefinitionAnalysis> definition, Map<String, DefinitionAnalysis> statements) {
    /** Nothing seen yet. */
    public static final JobSighting NOTHING = new JobSighting(List.of(), List.of(), List.of(), Optional.empty(),
            Map.of());
    private static final int MAX_STATEMENTS = 16;
    private static final String LIFECYCLE = "outputs.facets.lifecycleStateChange";
    private static final String NOTHING_ELSE = "the events name everything that the job writes";

    /** Takes copies, in a fixed order. */
    public JobSighting {
        inputs = JobEvidence.bounded(inputs);
        outputs = JobEvidence.bounded(outputs);
        overwritten = JobEvidence.bounded(overwritten);
        statements = new TreeMap<>(statements);
    }

    /**
     * With one event more.
     *
     * @param analysis what analysis says of its statement
     * @param ofJob whether the event is about the job itself and not about a part of it
     */
    public JobSighting with(JobEvidence event, Optional<DefinitionAnalysis> analysis, boolean ofJob) {
        Map<String, DefinitionAnalysis> more = new TreeMap<>(statements);
        if (!ofJob && more.size() < MAX_STATEMENTS) {
            analysis.ifPresent(found -> more.putIfAbsent(found.hash(), found));
        }
        List<String> replaced = both(overwritten, event.overwritten()).stream()
                // an output that was written otherwise before or now is not overwritten each time
                .filter(name -> overwritten.contains(name) || !outputs.contains(name))
                .filter(name -> event.overwritten().contains(name) || !event.outputs().contains(name)).toList();
        return new JobSighting(both(inputs, event.inputs()), both(outputs, event.outputs()), replaced,
                ofJob ? analysis.or(this::definition) : definition, more);
    }

    /** Whether there is nothing to tell. */
    public boolean empty() {
        return inputs.isEmpty() && outputs.isEmpty() && definition.isEmpty() && statements.isEmpty();
    }

    /**
     * What is to be told of the job now.
     *
     * @param known what was told last
     * @param ended whether the try has ended: then the statements of its parts are those that it ran
     * @param succeeded whether it came to its end: then it wrote all that it writes
     */
    public JobLineage lineage(JobId job, Optional<JobLineage> known, boolean ended, boolean succeeded, String source,
            Instant now) {
        Optional<DefinitionAnalysis> before = known.flatMap(JobLineage::analysis);
        Optional<DefinitionAnalysis> analysis = definition.or(() -> ended || before.isEmpty()
                ? parts(now).or(() -> succeeded ? overwrites(now) : Optional.empty()).or(() -> before)
                : before);
        return new JobLineage(job,
                succeeded ? inputs : both(inputs, known.map(JobLineage::inputs).orElse(List.of())),
                succeeded ? outputs : both(outputs, known.map(JobLineage::outputs).orElse(List.of())),
                analysis, source, now);
    }

    /** Whether two say the same, whenever they say it. */
    public static boolean alike(JobLineage one, JobLineage other) {
        return timeless(one).equals(timeless(other));
    }

    /**
     * Statements of parts are evidence, and no verdict: an append between them may follow a reset that nobody reports, and an
     * overwrite an append.
     */
    private Optional<DefinitionAnalysis> parts(Instant now) {
        List<DefinitionFinding> findings = statements.values().stream()
                .filter(analysis -> analysis.verdict() != Verdict.IDEMPOTENT)
                .sorted(Comparator.comparing(analysis -> analysis.verdict() != Verdict.NOT_IDEMPOTENT))
                .flatMap(analysis -> analysis.findings().stream()).distinct().limit(DefinitionAnalysis.MAX_FINDINGS)
                .toList();
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(new DefinitionAnalysis(Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.UNKNOWN, List.of(),
                        findings, StatementJudge.FIELD, Digest.of(String.join("\n", statements.keySet())), now));
    }

    /** A job without a statement that overwrites all it writes, and reads none of it. */
    private Optional<DefinitionAnalysis> overwrites(Instant now) {
        boolean all = !outputs.isEmpty() && statements.isEmpty() && overwritten.equals(outputs)
                && outputs.stream().noneMatch(inputs::contains);
        return all
                ? Optional.of(new DefinitionAnalysis(Verdict.CONDITIONAL, Verdict.CONDITIONAL, Verdict.CONDITIONAL,
                        List.of(NOTHING_ELSE, Condition.SAME_SET.words()),
                        outputs.stream().limit(DefinitionAnalysis.MAX_FINDINGS)
                                .map(output -> new DefinitionFinding(Rule.DYNAMIC_OVERWRITE.id(), LIFECYCLE,
                                        Optional.of(output), "the output is overwritten, as the events say",
                                        Optional.empty()))
                                .toList(),
                        LIFECYCLE, Digest.of(String.join("\n", outputs)), now))
                : Optional.empty();
    }

    private static List<String> both(List<String> one, List<String> other) {
        return JobEvidence.bounded(Stream.concat(one.stream(), other.stream()).toList());
    }

    private static JobLineage timeless(JobLineage lineage) {
        return new JobLineage(lineage.job(), lineage.inputs(), lineage.outputs(),
                lineage.analysis()
                        .map(found -> new DefinitionAnalysis(found.verdict(), found.afterFailure(),
                                found.afterSuccess(),
                                found.conditions(), found.findings(), found.definition(), found.hash(), Instant.EPOCH)),
                lineage.source(), Instant.EPOCH);
    }
}
