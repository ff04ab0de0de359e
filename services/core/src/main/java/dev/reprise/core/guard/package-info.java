// SPDX-License-Identifier: Apache-2.0
/** The gate that every rerun passes, whatever path it comes by, and the arithmetic of its time. */
@NullMarked
package dev.reprise.core.guard;

import org.jspecify.annotations.NullMarked;
