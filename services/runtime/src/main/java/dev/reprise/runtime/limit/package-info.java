// SPDX-License-Identifier: Apache-2.0
/** How often something may happen. Nothing here knows what it is. */
@NullMarked
package dev.reprise.runtime.limit;

import org.jspecify.annotations.NullMarked;
