// SPDX-License-Identifier: Apache-2.0

/** Jobs of Slurm: what its prolog, its epilog and its record of completed jobs say together. */
@NullMarked
package dev.reprise.ingest.slurm;

import org.jspecify.annotations.NullMarked;
