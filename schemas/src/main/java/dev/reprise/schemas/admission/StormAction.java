// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

/** What a person does to the breaker of a group. */
public enum StormAction {
    /** Open it: reruns of the group are held until a person releases them. */
    HOLD,
    /** Close it: what is held is let go at the group's rate. */
    RELEASE
}
