// SPDX-License-Identifier: Apache-2.0
/** The bounds of what a message may hold, and the checks that name field, finding and fix. Nothing here knows a message. */
@NullMarked
package dev.reprise.schemas.bound;

import org.jspecify.annotations.NullMarked;
