// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

/** What a run is to the job that a scheduler can start again. */
public enum RunRole {
    /** It is that job's run, told by whoever owns it: an Airflow task or DAG run, a dbt node, a job that reports for itself. */
    OWNER,
    /** An engine's application: the owner's body, or the owner itself where nothing is above it. Then its COMPLETE is an observation. */
    APPLICATION,
    /** Something inside a run, such as one SQL statement. Its COMPLETE proves nothing. */
    PART
}
