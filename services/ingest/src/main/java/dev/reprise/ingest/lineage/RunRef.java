// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RunId;

/**
 * A run as a lineage event names it.
 *
 * @param run its id
 * @param job the job it is a run of
 */
public record RunRef(RunId run, JobId job) {}
