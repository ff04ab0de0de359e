// SPDX-License-Identifier: Apache-2.0

/**
 * The places in the runner where a test may interfere.
 */
@NullMarked
package dev.reprise.runner.failpoint;

import org.jspecify.annotations.NullMarked;
