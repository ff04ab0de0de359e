// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.List;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.subscription.SubscriptionRule;

/** What a subscription would do: asked of the alert engine's own rules, which the console does not know. */
public interface SubscriptionTrial {
    /** What is wrong with a subscription beyond its form, such as a receiver that nobody configured; nothing where all is well. */
    List<String> problems(SubscriptionRule rule);

    /**
     * What it would have sent.
     *
     * @param rule the subscription
     * @param history when which alert fired and was over, oldest first
     * @param end the end of the time that is looked at
     */
    List<Page> pages(SubscriptionRule rule, List<Happened> history, Instant end);

    /**
     * An alert as it was at a time.
     *
     * @param at the time
     * @param alert the alert
     */
    record Happened(Instant at, Alert alert) {}
}
