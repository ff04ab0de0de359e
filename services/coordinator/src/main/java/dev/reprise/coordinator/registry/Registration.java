// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import dev.reprise.core.instance.JobView;
import dev.reprise.schemas.job.JobDefinition;

/**
 * A job as the registry has it, and as the core sees it.
 *
 * @param definition its entry
 * @param view the same with what lineage, analysis and operators add
 */
public record Registration(JobDefinition definition, JobView.Known view) {}
