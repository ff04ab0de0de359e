// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** What a caller may do; each role includes those before it. */
public enum Role {
    /** Reads. */
    VIEWER,
    /** Acts where no approval is needed. */
    OPERATOR,
    /** Approves what would not be done otherwise. */
    APPROVER,
    /** Changes policies, subscriptions and verdicts. */
    ADMIN;

    /** Whether this role may do what {@code needed} may. */
    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }
}
