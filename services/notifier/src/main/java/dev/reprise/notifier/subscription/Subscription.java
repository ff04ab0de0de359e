// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.subscription.SubscriptionRule;

/**
 * A rule by which receivers are told. Subscriptions are asked in their order; the first that matches an alert takes it,
 * and the next ones are asked only when it says {@code continue}.
 *
 * @param name its name, part of the keys of groups: a renamed subscription is a new one
 * @param owner who answers for it, for a person
 * @param match what must hold for an alert, all of it; empty means every alert
 * @param grouping which alerts are told together
 * @param timers when a group is told
 * @param receivers who is told
 * @param fallback who is told when one of them could not be
 * @param quietHours when only what is critical is told at once
 * @param escalation who is told later, step by step
 * @param goesOn whether the next subscriptions are asked as well
 */
public record Subscription(String name, Optional<String> owner, List<Matcher> match, Grouping grouping, Timers timers,
        List<String> receivers, Optional<String> fallback, Optional<QuietHours> quietHours,
        List<EscalationStep> escalation, boolean goesOn) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int MOST_STEPS = 10;

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public Subscription {
        match = List.copyOf(match);
        receivers = List.copyOf(receivers);
        escalation = List.copyOf(escalation);
        List<ConfigProblem> problems = new ArrayList<>();
        if (!NAME.matcher(name).matches()) {
            problems.add(ConfigProblem.of("name",
                    "expected 1 to 64 letters, digits, dots, dashes or underscores, found '" + name + "'",
                    "name the subscription, such as billing-critical"));
        }
        if (receivers.isEmpty()) {
            problems.add(ConfigProblem.of("receivers", "is empty", "name at least one receiver"));
        }
        if (escalation.size() > MOST_STEPS) {
            problems.add(ConfigProblem.of("escalation", "has " + escalation.size() + " steps, at most " + MOST_STEPS,
                    "join some of them"));
        }
        if (Watchdog.isAskedFor(match)) {
            checkWatchdog(timers, quietHours, problems);
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private static void checkWatchdog(Timers timers, Optional<QuietHours> quietHours, List<ConfigProblem> problems) {
        if (timers.repeatInterval().isZero()) {
            problems.add(
                    ConfigProblem.of("repeat-interval", "0s would tell the watchdog once, so that its silence says "
                            + "nothing", "give how often it is to come, at least 1m"));
        }
        if (quietHours.isPresent()) {
            problems.add(ConfigProblem.of("quiet-hours", "the watchdog knows none: its silence is the alarm",
                    "remove them, or give the watchdog a subscription of its own"));
        }
    }

    /** As configured; what is absent takes its default. */
    @JsonCreator
    public static Subscription of(@Nullable String name, @Nullable String owner, @Nullable List<Matcher> match,
            @Nullable List<String> groupBy, @Nullable Duration groupWait, @Nullable Duration groupInterval,
            @Nullable Duration repeatInterval, @Nullable List<String> receivers, @Nullable String fallback,
            @Nullable QuietHours quietHours, @Nullable List<EscalationStep> escalation,
            @JsonProperty("continue") @Nullable Boolean goesOn) {
        Timers timers = new Timers(groupWait == null ? Timers.DEFAULT.groupWait() : groupWait,
                groupInterval == null ? Timers.DEFAULT.groupInterval() : groupInterval,
                repeatInterval == null ? Timers.DEFAULT.repeatInterval() : repeatInterval);
        return new Subscription(name == null ? "" : name, Optional.ofNullable(owner), match == null ? List.of() : match,
                new Grouping(groupBy == null ? List.of("job", "kind") : groupBy), timers,
                receivers == null ? List.of() : receivers, Optional.ofNullable(fallback),
                Optional.ofNullable(quietHours), escalation == null ? List.of() : escalation,
                goesOn != null && goesOn);
    }

    /**
     * One that a person made while everything runs: it takes no alert away from others.
     *
     * @throws ConfigException naming every problem
     */
    public static Subscription of(SubscriptionRule rule) {
        return new Subscription(rule.name(), rule.owner(), rule.match().stream().map(Matcher::parse).toList(),
                new Grouping(rule.groupBy()),
                new Timers(rule.groupWait(), rule.groupInterval(), rule.repeatInterval()), rule.receivers(),
                rule.fallback(), rule.quietHours().map(QuietHours::of),
                rule.escalation().stream().map(step -> new EscalationStep(step.after(), step.receivers())).toList(),
                true);
    }

    /** The rule of a receiver that no subscription names: each alert by itself, beside all other rules. */
    public static Subscription of(String receiver, List<Matcher> match, Timers timers) {
        return new Subscription(receiver, Optional.empty(), match, new Grouping(List.of(Grouping.EACH)), timers,
                List.of(receiver), Optional.empty(), Optional.empty(), List.of(), true);
    }

    /** Whether an alert is its business. */
    public boolean matches(Alert alert) {
        return matches(AlertLabels.of(alert));
    }

    /**
     * Whether an alert with these labels is its business; an absent label reads as an empty text. The watchdog is the
     * business only of one that asks for it by name.
     */
    public boolean matches(Map<String, String> labels) {
        return (!Watchdog.isOne(labels) || asksForWatchdog())
                && match.stream().allMatch(matcher -> matcher.matches(labels));
    }

    /** Whether it wants the alert that fires always. */
    public boolean asksForWatchdog() {
        return Watchdog.isAskedFor(match);
    }

    /** All receivers that it may tell. */
    public Set<String> everyReceiver() {
        Set<String> all = new LinkedHashSet<>(receivers);
        escalation.forEach(step -> all.addAll(step.receivers()));
        fallback.ifPresent(all::add);
        return all;
    }

    /** For a person who asks why the message came. */
    public String why() {
        String matchers = match.isEmpty()
                ? "every alert"
                : match.stream().map(Matcher::toString).collect(Collectors.joining(", "));
        return "subscription " + name + owner.map(who -> " of " + who).orElse("") + ", which matches " + matchers;
    }
}
