// SPDX-License-Identifier: Apache-2.0

/**
 * The runner as a whole: its configuration, its wiring, its health. No protocol and no target lives here.
 */
@NullMarked
package dev.reprise.runner;

import org.jspecify.annotations.NullMarked;
