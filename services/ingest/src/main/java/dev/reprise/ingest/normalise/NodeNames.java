// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

/** The names of the topology. A changed name is a migration: the store is found by it. */
final class NodeNames {

    static final String RAW_SOURCE = "raw-source";
    static final String LINEAGE_NORMALISE = "lineage-normalise";
    static final String LINEAGE_RUNS = "lineage-runs";
    static final String SOURCE_NORMALISE = "source-normalise";
    static final String SOURCE_MEMORY = "source-memory";
    static final String JOBS_SOURCE = "jobs-source";
    static final String JOBS = "jobs";
    static final String JOBS_KEEP = "jobs-keep";
    static final String EVENTS_SINK = "events-sink";
    static final String LINEAGE_SINK = "lineage-sink";
    static final String DEAD_LETTERS_SINK = "dead-letters-sink";

    private NodeNames() {}
}
