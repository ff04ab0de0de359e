// SPDX-License-Identifier: Apache-2.0
/** The audit as a whole: all invariants over one history. It shares no code that decides with the engine that it checks. */
@NullMarked
package dev.reprise.audit;

import org.jspecify.annotations.NullMarked;
