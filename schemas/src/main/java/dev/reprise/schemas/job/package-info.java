// SPDX-License-Identifier: Apache-2.0
/** The job registry: who owns a job, its policy, its target. Policies here are complete; inheritance is resolved before. */
@NullMarked
package dev.reprise.schemas.job;

import org.jspecify.annotations.NullMarked;
