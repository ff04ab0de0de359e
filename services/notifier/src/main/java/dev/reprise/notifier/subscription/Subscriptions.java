// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.match.AlertLabels;

/** All rules in force: made once for each change, asked for each alert. Immutable. */
public final class Subscriptions {
    private final List<Subscription> named;
    private final List<Subscription> implied;
    private final SubscriptionIndex namedIndex;
    private final SubscriptionIndex impliedIndex;
    private final Map<String, Subscription> byName = new HashMap<>();
    private final boolean askForWatchdog;
    private final String digest;

    /**
     * Takes copies.
     *
     * @param named those of people and of the configuration, in the order in which they are asked
     * @param implied one for each receiver that no named one tells; each is asked
     */
    public Subscriptions(List<Subscription> named, List<Subscription> implied) {
        this.named = List.copyOf(named);
        this.implied = List.copyOf(implied);
        this.namedIndex = new SubscriptionIndex(this.named, true);
        this.impliedIndex = new SubscriptionIndex(this.implied, false);
        Stream.concat(this.named.stream(), this.implied.stream())
                .forEach(each -> byName.putIfAbsent(each.name(), each));
        this.askForWatchdog = this.named.stream().anyMatch(Subscription::asksForWatchdog);
        this.digest = digest(this.named + "\n" + this.implied);
    }

    /** Those of people and of the configuration, in their order. */
    public List<Subscription> named() {
        return named;
    }

    /** One for each receiver that no named one tells. */
    public List<Subscription> implied() {
        return implied;
    }

    /** The rule of that name. */
    public Optional<Subscription> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether any of them wants the alert that fires always. */
    public boolean askForWatchdog() {
        return askForWatchdog;
    }

    /** Whether a rule stands for a receiver that no named one tells. */
    public boolean isImplied(Subscription subscription) {
        return implied.contains(subscription);
    }

    /** The rules that an alert falls under. */
    public List<Subscription> of(Alert alert) {
        return of(AlertLabels.of(alert));
    }

    /** The rules that an alert with these labels falls under. */
    public List<Subscription> of(Map<String, String> labels) {
        List<Subscription> found = new ArrayList<>();
        namedIndex.collect(labels, found);
        impliedIndex.collect(labels, found);
        return found;
    }

    /** The same for equal rules: alerts that were routed under another digest are routed anew. */
    public String digest() {
        return digest;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
