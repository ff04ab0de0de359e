// SPDX-License-Identifier: Apache-2.0

/** What the snippet in {@code deploy/airflow} posts from Airflow 2 and 3. Reads a tree, knows no topic. */
@NullMarked
package dev.reprise.ingest.airflow;

import org.jspecify.annotations.NullMarked;
