// SPDX-License-Identifier: Apache-2.0
/**
 * How jobs hang together by the data they hand on, and what a person's order to rerun with all that follows would do. Only
 * what is known before a run: the state of an instance and its steps live elsewhere.
 */
@NullMarked
package dev.reprise.core.cascade;

import org.jspecify.annotations.NullMarked;
