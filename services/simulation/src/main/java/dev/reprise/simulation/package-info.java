// SPDX-License-Identifier: Apache-2.0
/** Runs histories of the whole protocol in one thread and virtual time, counts them, and makes a failing one small. */
@NullMarked
package dev.reprise.simulation;

import org.jspecify.annotations.NullMarked;
