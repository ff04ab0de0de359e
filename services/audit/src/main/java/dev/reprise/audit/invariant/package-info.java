// SPDX-License-Identifier: Apache-2.0
/** The promises, one small class each, judged on a history alone. No decision of the engine is made again here, and nothing is read. */
@NullMarked
package dev.reprise.audit.invariant;

import org.jspecify.annotations.NullMarked;
