// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.definition;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

import dev.reprise.schemas.lineage.JobLineage;

/**
 * What one OpenLineage event says of a job's definition.
 *
 * @param inputs datasets it reads, {@code NAMESPACE/NAME}, sorted
 * @param outputs datasets it writes
 * @param overwritten those of the outputs that are overwritten, as their life-cycle facet says
 * @param sql the statement that it runs, as it was sent
 * @param dialect the statement's dialect, where the event names it
 */
public record JobEvidence(List<String> inputs, List<String> outputs, List<String> overwritten, Optional<String> sql,
        Optional<String> dialect) {
    private static final Set<String> REPLACING = Set.of("OVERWRITE", "TRUNCATE");

    /** Takes copies. */
    public JobEvidence {
        inputs = bounded(inputs);
        outputs = bounded(outputs);
        overwritten = bounded(overwritten);
    }

    /** Reads an event leniently: what is absent or no text is absent. */
    public static JobEvidence read(JsonNode event) {
        JsonNode sql = event.path("job").path("facets").path("sql");
        return new JobEvidence(names(event.path("inputs"), _ -> true), names(event.path("outputs"), _ -> true),
                names(event.path("outputs"), JobEvidence::replaced), text(sql.path("query")),
                text(sql.path("dialect")));
    }

    /** Sorted, each once, as many and as long as the contract allows: the same data gives the same lists. */
    static List<String> bounded(Collection<String> datasets) {
        return new TreeSet<>(datasets).stream().filter(name -> name.length() <= JobLineage.MAX_DATASET)
                .limit(JobLineage.MAX_DATASETS).toList();
    }

    private static boolean replaced(JsonNode output) {
        return REPLACING.contains(output.path("facets").path("lifecycleStateChange").path("lifecycleStateChange")
                .asString(""));
    }

    private static List<String> names(JsonNode datasets, Predicate<JsonNode> which) {
        return datasets.valueStream().filter(which)
                .filter(dataset -> text(dataset.path("namespace")).isPresent()
                        && text(dataset.path("name")).isPresent())
                .map(dataset -> dataset.path("namespace").asString("") + "/" + dataset.path("name").asString(""))
                .toList();
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() && !node.stringValue().isBlank() ? Optional.of(node.stringValue()) : Optional.empty();
    }
}
