// SPDX-License-Identifier: Apache-2.0

/** Reruns of Databricks jobs: a new run under our token, or the repair of a failed one. */
@NullMarked
package dev.reprise.runner.target.databricks;

import org.jspecify.annotations.NullMarked;
