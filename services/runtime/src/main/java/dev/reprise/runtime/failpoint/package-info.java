// SPDX-License-Identifier: Apache-2.0

/**
 * Named places where a test may end, stop or break a process. Compiled in always, inert unless set. Which places there are
 * is said by each service.
 */
@NullMarked
package dev.reprise.runtime.failpoint;

import org.jspecify.annotations.NullMarked;
