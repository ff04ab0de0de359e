// SPDX-License-Identifier: Apache-2.0

/** The file {@code run_results.json} that dbt leaves behind. */
@NullMarked
package dev.reprise.ingest.dbt;

import org.jspecify.annotations.NullMarked;
