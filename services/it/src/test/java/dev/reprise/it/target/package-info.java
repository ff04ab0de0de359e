// SPDX-License-Identifier: Apache-2.0
/** A scheduler that keeps a journal of what it really started, and does to its callers what networks and schedulers do. */
@NullMarked
package dev.reprise.it.target;

import org.jspecify.annotations.NullMarked;
