// SPDX-License-Identifier: Apache-2.0
/** Answers of the gate: which run may start, which may publish. What was asked is an event. */
@NullMarked
package dev.reprise.schemas.permit;

import org.jspecify.annotations.NullMarked;
