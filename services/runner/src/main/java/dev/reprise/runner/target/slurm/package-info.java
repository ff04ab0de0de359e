// SPDX-License-Identifier: Apache-2.0

/** Reruns in Slurm, by its own programs: requeueing a finished job, or submitting one of our own name. No shell reads them. */
@NullMarked
package dev.reprise.runner.target.slurm;

import org.jspecify.annotations.NullMarked;
