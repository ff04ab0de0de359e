// SPDX-License-Identifier: Apache-2.0

/**
 * The story itself: which jobs there are and what goes wrong with each, how it is told at the terminal while it
 * happens, and the counting that proves it. Starting processes, HTTP and the warehouse are next door.
 */
@NullMarked
package dev.reprise.demo.story;

import org.jspecify.annotations.NullMarked;
