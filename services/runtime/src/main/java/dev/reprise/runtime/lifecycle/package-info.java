// SPDX-License-Identifier: Apache-2.0

/**
 * How a process begins and ends: ordered start, reverse close, signals, exit codes. Knows nothing of what is started.
 */
@NullMarked
package dev.reprise.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
