// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.subscription.InhibitRule;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.wire.Nearest;

/**
 * Who is told, and by which rules.
 *
 * <pre>{@code
 * receivers:
 * - name: billing-hook
 *   type: webhook
 *   url: https://hooks.example.com/reprise
 *   secret: ${env:BILLING_HOOK_SECRET}
 *   match: ['owner="billing"', 'severity=~"critical|warning"']
 * - name: owners
 *   type: email
 *   smtp: {host: smtp.example.com, username: reprise, password: "${env:SMTP_PASSWORD}"}
 *   from: reprise@example.com
 *   to: [owner]
 * }</pre>
 *
 * @param links where readers of messages find more (default none)
 * @param receivers zero to a hundred receivers with different names; none means that nobody is told by this service
 * @param subscriptions by which rules they are told; a receiver that none names is told each alert that its own matchers
 *        let through, by itself and at once
 * @param inhibit which alerts stand for others (default: a storm for the failures of its jobs, a whole job for its
 *        instances)
 */
public record NotifierConfig(Links links, List<ReceiverSpec> receivers, List<Subscription> subscriptions,
        List<InhibitRule> inhibit) {
    private static final int MOST_RECEIVERS = 100;
    private static final int MOST_SUBSCRIPTIONS = 1_000;

    /**
     * Checks the names.
     *
     * @throws ConfigException naming every name that is used twice, and too many receivers
     */
    public NotifierConfig {
        receivers = List.copyOf(receivers);
        subscriptions = List.copyOf(subscriptions);
        inhibit = List.copyOf(inhibit);
        List<ConfigProblem> problems = new ArrayList<>();
        if (receivers.size() > MOST_RECEIVERS) {
            problems.add(ConfigProblem.of("receivers",
                    "expected at most " + MOST_RECEIVERS + ", found " + receivers.size(), "join some of them"));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < receivers.size(); i++) {
            if (!names.add(receivers.get(i).name())) {
                problems.add(ConfigProblem.of("receivers." + i + ".name",
                        "is used before: " + receivers.get(i).name(), "give each receiver its own name"));
            }
        }
        checkSubscriptions(subscriptions, receivers, problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** With the inhibition that holds by default. */
    public NotifierConfig(Links links, List<ReceiverSpec> receivers, List<Subscription> subscriptions) {
        this(links, receivers, subscriptions, InhibitRule.DEFAULTS);
    }

    /** Without links and subscriptions. */
    public NotifierConfig(List<ReceiverSpec> receivers) {
        this(Links.NONE, receivers, List.of());
    }

    private static void checkSubscriptions(List<Subscription> subscriptions, List<ReceiverSpec> receivers,
            List<ConfigProblem> problems) {
        List<String> known = receivers.stream().map(ReceiverSpec::name).toList();
        Set<String> used = new HashSet<>();
        Set<String> told = new HashSet<>();
        if (subscriptions.size() > MOST_SUBSCRIPTIONS) {
            problems.add(ConfigProblem.of("subscriptions", "expected at most " + MOST_SUBSCRIPTIONS + ", found "
                    + subscriptions.size(), "join some of them"));
        }
        for (int i = 0; i < subscriptions.size(); i++) {
            Subscription each = subscriptions.get(i);
            String path = "subscriptions." + i;
            if (!used.add(each.name())) {
                problems.add(ConfigProblem.of(path + ".name", "is used before: " + each.name(),
                        "give each subscription its own name"));
            }
            for (String receiver : each.everyReceiver()) {
                told.add(receiver);
                Checks checks = new Checks();
                receivers.stream().filter(spec -> spec.name().equals(receiver))
                        .forEach(spec -> spec.check(each, checks));
                problems.addAll(checks.under(path));
                if (!known.contains(receiver)) {
                    problems.add(unknown(path, receiver, known));
                }
            }
        }
        for (int i = 0; i < receivers.size(); i++) {
            ReceiverSpec each = receivers.get(i);
            if (told.contains(each.name()) && !each.match().isEmpty()) {
                problems.add(ConfigProblem.of("receivers." + i + ".match",
                        "is not used: a subscription names " + each.name(), "move it to the subscription"));
            } else if (Watchdog.isAskedFor(each.match())) {
                problems.add(ConfigProblem.of("receivers." + i + ".match",
                        "asks for the watchdog, which would be told once and never again",
                        "ask for it in a subscription, with a repeat-interval"));
            } else if (!told.contains(each.name()) && used.contains(each.name())) {
                problems.add(ConfigProblem.of("receivers." + i + ".name",
                        "is the name of a subscription that does not tell it: " + each.name(),
                        "rename one of the two"));
            }
        }
    }

    /** What is wrong with one more subscription beside those that are written; nothing where all is well. */
    public List<ConfigProblem> problemsOf(Subscription another) {
        List<ConfigProblem> problems = new ArrayList<>();
        if (subscriptions.stream().anyMatch(each -> each.name().equals(another.name()))
                || receivers.stream().anyMatch(each -> each.name().equals(another.name()))) {
            problems.add(ConfigProblem.of("name", "is used by the configuration: " + another.name(),
                    "give the subscription a name of its own"));
        }
        List<String> known = receivers.stream().map(ReceiverSpec::name).toList();
        for (String receiver : another.everyReceiver()) {
            if (!known.contains(receiver)) {
                problems.add(unknown("receivers", receiver, known));
            }
            Checks checks = new Checks();
            receivers.stream().filter(spec -> spec.name().equals(receiver))
                    .forEach(spec -> spec.check(another, checks));
            problems.addAll(checks.found());
        }
        return problems;
    }

    private static ConfigProblem unknown(String path, String receiver, List<String> known) {
        return ConfigProblem.of(path, "names the unknown receiver " + receiver,
                Nearest.of(receiver, known).map(name -> "did you mean " + name + "?")
                        .orElse(known.isEmpty() ? "add it to receivers" : "use one of " + String.join(", ", known)));
    }

    /** All rules: those that are written, and that of each receiver that none of them names. */
    public Subscriptions inForce() {
        return inForce(List.of());
    }

    /**
     * The same with subscriptions that people made: they are asked before the others, and take no alert away from them, nor
     * a receiver that no written one names.
     */
    public Subscriptions inForce(List<Subscription> ofPeople) {
        Set<String> told = subscriptions.stream().flatMap(each -> each.everyReceiver().stream())
                .collect(Collectors.toSet());
        List<Subscription> named = new ArrayList<>(ofPeople);
        named.addAll(subscriptions);
        return new Subscriptions(named, receivers.stream().filter(each -> !told.contains(each.name()))
                .map(each -> Subscription.of(each.name(), each.match(), each.timers())).toList());
    }

    /** As configured; an absent list is an empty one. */
    @JsonCreator
    public static NotifierConfig of(@Nullable Links links, @Nullable List<ReceiverSpec> receivers,
            @Nullable List<Subscription> subscriptions, @Nullable List<InhibitRule> inhibit) {
        return new NotifierConfig(links == null ? Links.NONE : links, receivers == null ? List.of() : receivers,
                subscriptions == null ? List.of() : subscriptions,
                inhibit == null ? InhibitRule.DEFAULTS : inhibit);
    }
}
