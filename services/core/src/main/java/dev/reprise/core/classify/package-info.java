// SPDX-License-Identifier: Apache-2.0
/**
 * From what is known of a failure to its class, the rule that says so, and a signature under which the same trouble of
 * different instances is counted as one. Pure and bounded. What follows from a class is decided elsewhere.
 */
@NullMarked
package dev.reprise.core.classify;

import org.jspecify.annotations.NullMarked;
