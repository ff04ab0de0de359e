// SPDX-License-Identifier: Apache-2.0
/** Reprise as a process of its own, as a user starts it. */
@NullMarked
package dev.reprise.it.process;

import org.jspecify.annotations.NullMarked;
