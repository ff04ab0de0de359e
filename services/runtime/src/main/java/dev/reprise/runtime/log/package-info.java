// SPDX-License-Identifier: Apache-2.0

/**
 * How log lines leave the process: console or JSON lines, levels of noisy libraries. No logger of a service lives here.
 */
@NullMarked
package dev.reprise.runtime.log;

import org.jspecify.annotations.NullMarked;
