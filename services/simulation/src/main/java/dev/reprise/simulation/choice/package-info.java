// SPDX-License-Identifier: Apache-2.0
/** A history as a list of choices: drawn from a seed, written as text, made smaller. Nothing here knows what a choice does. */
@NullMarked
package dev.reprise.simulation.choice;

import org.jspecify.annotations.NullMarked;
