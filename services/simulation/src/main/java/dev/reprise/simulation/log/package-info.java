// SPDX-License-Identifier: Apache-2.0
/** The log in memory: topics, transactions, fences, the position of a group. Knows nothing of what is written into it. */
@NullMarked
package dev.reprise.simulation.log;

import org.jspecify.annotations.NullMarked;
