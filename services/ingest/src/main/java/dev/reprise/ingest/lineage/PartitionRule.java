// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a data partition was read, strongest first. The rule used is recorded with every event it led to. */
public enum PartitionRule {
    /** The run tag {@code partition}, {@code ds} or {@code dt}. */
    RUN_TAG,
    /** Our own run facet {@code reprise_partition}. */
    RUN_FACET,
    /** The {@code subset} facet of an output, partition or location form. */
    OUTPUT_SUBSET,
    /** The template of the job's mapping in the registry. */
    MAPPING,
    /** The two different ends of {@code nominalTime}: the scheduler's data interval. */
    DATA_INTERVAL,
    /** {@code PARTITION (…)} with literal values in an INSERT statement. */
    STATIC_SQL,
    /** No evidence: the whole job. */
    WHOLE_JOB;

    /** The name on the wire, such as {@code output-subset}. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
