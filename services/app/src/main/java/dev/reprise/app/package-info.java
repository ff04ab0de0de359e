// SPDX-License-Identifier: Apache-2.0
/**
 * The program {@code reprise}. Only {@link dev.reprise.app.RepriseMain} lives here: it is the one place that reads the
 * environment and ends the process.
 */
@NullMarked
package dev.reprise.app;

import org.jspecify.annotations.NullMarked;
