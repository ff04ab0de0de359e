// SPDX-License-Identifier: Apache-2.0
/** What Reprise decided and why: the decision family and every reason code. Decisions are made in the core, never here. */
@NullMarked
package dev.reprise.schemas.decision;

import org.jspecify.annotations.NullMarked;
