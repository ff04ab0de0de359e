// SPDX-License-Identifier: Apache-2.0
/**
 * The console as a part of a process: its settings and its wiring. What it does lives in the packages below.
 */
@NullMarked
package dev.reprise.console;

import org.jspecify.annotations.NullMarked;
