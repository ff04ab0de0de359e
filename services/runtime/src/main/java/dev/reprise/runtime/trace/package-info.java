// SPDX-License-Identifier: Apache-2.0
/**
 * Traces: which work belongs to which. All that knows OpenTelemetry, and of that only the interface; who installs nothing
 * behind it pays nothing. Nothing in here ever fails: a trace is worth less than the work it tells of.
 */
@NullMarked
package dev.reprise.runtime.trace;

import org.jspecify.annotations.NullMarked;
