// SPDX-License-Identifier: Apache-2.0
/**
 * Reprise as separate processes under real faults: killed, stopped, cut off, brokers lost. What may happen at the target is
 * judged by the target's own journal, everything else by the audit.
 */
@NullMarked
package dev.reprise.it.crash;

import org.jspecify.annotations.NullMarked;
