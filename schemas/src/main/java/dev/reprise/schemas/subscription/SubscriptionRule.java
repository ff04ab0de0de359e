// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.subscription;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.match.Matcher;

/**
 * A subscription that a person made while everything runs: the value of the compacted {@code subscriptions} topic under its
 * name. It stands beside those of the configuration and takes no alert away from them. A record without a value ends it;
 * who was told by it that something fires is still told of the end.
 *
 * @param name its name: 1 to 64 letters, digits, dots, dashes or underscores
 * @param owner who answers for it, for the reader
 * @param match what must hold for an alert, all of it; empty: every alert
 * @param groupBy labels whose values alerts that are told together share; {@code ...}: each by itself; empty: all together
 * @param groupWait from the first alert of a group to its first message, at most an hour
 * @param groupInterval from one message to the next about something new or over, at most a day
 * @param repeatInterval from one message to the next when nothing has changed; zero: never
 * @param receivers names of receivers of the configuration, 1 to {@value #MAX_RECEIVERS}
 * @param fallback the receiver that is told when one of them could not be
 * @param quietHours when only what is critical is told at once
 * @param escalation who is told later, step by step; at most {@value #MAX_STEPS}
 * @param updatedAt when it was written
 * @param updatedBy by whom
 */
public record SubscriptionRule(String name, Optional<String> owner, List<String> match, List<String> groupBy,
        Duration groupWait, Duration groupInterval, Duration repeatInterval, List<String> receivers,
        Optional<String> fallback, Optional<QuietWindow> quietHours, List<EscalationRule> escalation,
        Instant updatedAt, String updatedBy) {
    /** Longest name. */
    public static final int MAX_NAME = 64;
    /** Most matchers. */
    public static final int MAX_MATCHERS = 32;
    /** Most labels to group by. */
    public static final int MAX_LABELS = 16;
    /** Most receivers. */
    public static final int MAX_RECEIVERS = 20;
    /** Most steps of escalation. */
    public static final int MAX_STEPS = 10;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofDays(1);
    private static final Duration LONGEST_REPEAT = Duration.ofDays(31);

    /**
     * Checks names, matchers and timers.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public SubscriptionRule {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name is not 1 to 64 letters, digits, dots, dashes or underscores: give one such as billing-critical");
        }
        owner = Bounds.text("owner", owner, Bounds.MAX_NAME);
        match = Bounds.list("match", match, 0, MAX_MATCHERS);
        match.forEach(text -> Matcher.parse(Bounds.text("match", text, Matcher.MAX_LENGTH)));
        groupBy = Bounds.list("groupBy", groupBy, 0, MAX_LABELS);
        groupBy.forEach(label -> Bounds.text("groupBy", label, Bounds.MAX_NAME));
        within("groupWait", groupWait, LONGEST_WAIT);
        within("groupInterval", groupInterval, LONGEST_INTERVAL);
        within("repeatInterval", repeatInterval, LONGEST_REPEAT);
        if (!repeatInterval.isZero() && repeatInterval.compareTo(groupInterval) < 0) {
            throw new IllegalArgumentException(
                    "repeatInterval is less than groupInterval: give at least as much, or PT0S"
                            + " for never");
        }
        receivers = Bounds.list("receivers", receivers, 1, MAX_RECEIVERS);
        receivers.forEach(receiver -> Bounds.name("receivers", receiver));
        fallback = Bounds.text("fallback", fallback, Bounds.MAX_NAME);
        escalation = Bounds.list("escalation", escalation, 0, MAX_STEPS);
        Bounds.name("updatedBy", updatedBy);
    }

    private static void within(String field, Duration value, Duration most) {
        if (value.isNegative() || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(field + " is " + value + ": give PT0S to " + most);
        }
    }
}
