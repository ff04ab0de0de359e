// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.subscription;

import java.time.Duration;
import java.util.List;

import dev.reprise.schemas.bound.Bounds;

/**
 * Who is told beside the others when something has fired for a while and nobody has taken it.
 *
 * @param after how long something in the group has fired, one minute to seven days
 * @param receivers names of receivers, at least one
 */
public record EscalationRule(Duration after, List<String> receivers) {
    private static final Duration SOONEST = Duration.ofMinutes(1);
    private static final Duration LATEST = Duration.ofDays(7);

    /**
     * Checks the time and the names.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public EscalationRule {
        if (after.compareTo(SOONEST) < 0 || after.compareTo(LATEST) > 0) {
            throw new IllegalArgumentException("after is " + after + ": give PT1M to P7D");
        }
        receivers = Bounds.list("receivers", receivers, 1, SubscriptionRule.MAX_RECEIVERS);
        receivers.forEach(receiver -> Bounds.name("receivers", receiver));
    }
}
