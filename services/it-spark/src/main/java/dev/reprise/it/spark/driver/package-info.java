// SPDX-License-Identifier: Apache-2.0
/**
 * The Spark program that integration tests start as a process of its own, with faults on order. It knows nothing of Reprise:
 * what Reprise learns of it, the lineage listener tells.
 */
@NullMarked
package dev.reprise.it.spark.driver;

import org.jspecify.annotations.NullMarked;
