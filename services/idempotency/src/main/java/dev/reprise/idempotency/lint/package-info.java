// SPDX-License-Identifier: Apache-2.0
/**
 * The entry point of the library: which reader a file needs, suppressions, and the answer per file.
 */
@NullMarked
package dev.reprise.idempotency.lint;

import org.jspecify.annotations.NullMarked;
