// SPDX-License-Identifier: Apache-2.0

/**
 * Named places where a test may stop the runner. Compiled in always, inert unless set.
 */
@NullMarked
package dev.reprise.runner.failpoint;

import org.jspecify.annotations.NullMarked;
