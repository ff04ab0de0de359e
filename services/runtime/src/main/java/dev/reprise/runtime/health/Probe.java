// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

/** The three questions an orchestrator asks. */
public enum Probe {
    /** Has the process come up? Once yes, the others are asked. May be no for hours while state is restored. */
    STARTED,
    /** Would a restart help? A long outage of something outside, or a rebalance, is no reason. */
    LIVE,
    /** Should requests be sent here? */
    READY
}
