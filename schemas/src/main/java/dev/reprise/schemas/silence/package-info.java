// SPDX-License-Identifier: Apache-2.0
/** What people want to hear nothing of for a while. That somebody who was told is told of the end, is no matter of it. */
@NullMarked
package dev.reprise.schemas.silence;

import org.jspecify.annotations.NullMarked;
