// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Duration;

/** What is allowed for before a difference of times counts. */
public final class Slack {
    /** By how much two clocks may differ: a coordinator does not start when its own is further from the broker's. */
    public static final Duration CLOCKS = Duration.ofSeconds(30);
    /** How long something may be under way after it is due: two ticks, a barrier and a restart. */
    public static final Duration UNDER_WAY = Duration.ofMinutes(1);

    private Slack() {}
}
