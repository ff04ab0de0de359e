// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.match.AlertLabels;

/**
 * All rules in force.
 *
 * @param named those of the configuration, in their order
 * @param implied one for each receiver that no named one tells
 */
public record Subscriptions(List<Subscription> named, List<Subscription> implied) {
    /** Takes copies. */
    public Subscriptions {
        named = List.copyOf(named);
        implied = List.copyOf(implied);
    }

    /** The rule of that name. */
    public Optional<Subscription> find(String name) {
        return Stream.concat(named.stream(), implied.stream())
                .filter(each -> each.name().equals(name)).findFirst();
    }

    /** Whether any of them wants the alert that fires always. */
    public boolean askForWatchdog() {
        return named.stream().anyMatch(Subscription::asksForWatchdog);
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
        for (Subscription each : named) {
            if (each.matches(labels)) {
                found.add(each);
                if (!each.goesOn()) {
                    break;
                }
            }
        }
        implied.stream().filter(each -> each.matches(labels)).forEach(found::add);
        return found;
    }

    /** The same for equal rules: alerts that were routed under another digest are routed anew. */
    public String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((named + "\n" + implied).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
