// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import java.time.Instant;

import dev.reprise.schemas.notification.Told;

/** What to do next for one receiver and one alert. */
public sealed interface NextStep {
    /**
     * Tell it now.
     *
     * @param told what the receiver is to believe: that it fires, or that it is over
     */
    record Deliver(Told told) implements NextStep {}

    /**
     * Tell nothing.
     *
     * @param reason why
     */
    record Skip(SkipReason reason) implements NextStep {}

    /**
     * Ask again at that time.
     *
     * @param at when
     */
    record RetryAt(Instant at) implements NextStep {}

    /** All tries are spent: record that it failed. */
    record GiveUp() implements NextStep {}
}
