// SPDX-License-Identifier: Apache-2.0
/**
 * What events show of a job's definition: the data it reads and writes, and whether its statements may be repeated. Pure: no
 * Kafka, no clock. How runs find their job is the business of the lineage package.
 */
@NullMarked
package dev.reprise.ingest.definition;

import org.jspecify.annotations.NullMarked;
