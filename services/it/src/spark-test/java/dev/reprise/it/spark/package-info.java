// SPDX-License-Identifier: Apache-2.0
/**
 * A real Spark with the OpenLineage listener beside a running Reprise. Compiled and run with {@code -Pspark} only; nothing of
 * Spark is on the class path here, it runs as processes of its own.
 */
@NullMarked
package dev.reprise.it.spark;

import org.jspecify.annotations.NullMarked;
