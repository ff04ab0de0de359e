// SPDX-License-Identifier: Apache-2.0
/** Decisions in sentences, for the person on call. Knows the core's state; decides nothing. */
@NullMarked
package dev.reprise.core.explain;

import org.jspecify.annotations.NullMarked;
