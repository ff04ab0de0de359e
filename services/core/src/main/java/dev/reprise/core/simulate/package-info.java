// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios: histories in the short form people write them in, run through the real core in virtual time. Decides nothing
 * itself; what it adds are the clock, the barrier that costs no time, and the names that scenarios give to reruns.
 */
@NullMarked
package dev.reprise.core.simulate;

import org.jspecify.annotations.NullMarked;
