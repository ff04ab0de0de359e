// SPDX-License-Identifier: Apache-2.0

/** Notifications of Databricks jobs, completed by {@code runs/get}. */
@NullMarked
package dev.reprise.ingest.databricks;

import org.jspecify.annotations.NullMarked;
