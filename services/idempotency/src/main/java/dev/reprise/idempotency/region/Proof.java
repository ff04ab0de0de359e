// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

/** Whether a claim holds: proved, disproved, or neither. */
public enum Proof {
    /** it holds */
    YES,
    /** it does not hold */
    NO,
    /** neither could be shown */
    OPEN
}
