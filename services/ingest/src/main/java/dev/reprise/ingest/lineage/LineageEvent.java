// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * What this module needs of one OpenLineage run event. Texts are redacted already.
 *
 * @param bodyHash SHA-256 of the canonical body, in hex: its identity
 * @param at {@code eventTime}
 * @param type {@code eventType}
 * @param self the run and job the event is about
 * @param role what that run is
 * @param source who reports it, such as {@code openlineage/spark}
 * @param parent the run that contains it
 * @param rules the partitions the event names, by the strongest rule it has evidence for
 * @param hints what it says besides its state
 */
public record LineageEvent(String bodyHash, Instant at, LineageType type, RunRef self, RunRole role, String source,
        Optional<RunRef> parent, Optional<PartitionEvidence> rules, Hints hints) {

    /**
     * Partitions, all read by one rule.
     *
     * @param rule where they were read
     * @param partitions at least one, without repetition
     */
    public record PartitionEvidence(PartitionRule rule, List<PartitionKey> partitions) {
        /** Takes a copy. */
        public PartitionEvidence {
            partitions = partitions.stream().distinct().toList();
        }
    }

    /**
     * The same with the partition that the owner of the job says its events stand for. What an event states itself, by tag, facet
     * or output, is stronger; an interval or a statement is not.
     */
    public LineageEvent mapped(PartitionKey partition) {
        boolean stated = rules.filter(found -> found.rule().compareTo(PartitionRule.MAPPING) < 0).isPresent();
        return stated
                ? this
                : new LineageEvent(bodyHash, at, type, self, role, source, parent,
                        Optional.of(new PartitionEvidence(PartitionRule.MAPPING, List.of(partition))), hints);
    }

    /**
     * What an event may say besides its state.
     *
     * @param attempt the try inside the run, where the source counts
     * @param rerunOf the rerun of ours that the run carries out
     * @param retry whether the scheduler will try again
     * @param error what is known of a failure
     * @param runName the scheduler's own name of the run, where the run id is only OpenLineage's
     * @param slice which part of its partition the run makes, such as {@code map_index=3}
     * @param values what a mapping's template may use
     */
    public record Hints(Optional<Integer> attempt, Optional<RerunId> rerunOf, RetryOutlook retry,
            Optional<ErrorEvidence> error, Optional<RunId> runName, Optional<String> slice,
            Map<String, String> values) {}
}
