// SPDX-License-Identifier: Apache-2.0
/** The promises, judged on the log and the journal of the target alone. Must not use the engine that it judges. */
@NullMarked
package dev.reprise.simulation.judge;

import org.jspecify.annotations.NullMarked;
