// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.time.Instant;

/**
 * How a program ended.
 *
 * @param at when
 * @param code its exit status, or 128 plus the signal
 * @param began whether it began at all; a program that was not found did not
 */
record RunExit(Instant at, int code, boolean began) {}
