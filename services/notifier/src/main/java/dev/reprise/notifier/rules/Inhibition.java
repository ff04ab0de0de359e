// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.reprise.notifier.subscription.InhibitRule;
import dev.reprise.schemas.id.AlertKey;

/** Which open alerts stand for others: for each rule an index from the labels that must be equal to one alert. Immutable. */
final class Inhibition {
    static final Inhibition NONE = new Inhibition(List.of());
    private final List<Indexed> rules;

    private record Indexed(InhibitRule rule, Map<String, AlertKey> sources) {}

    private Inhibition(List<Indexed> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The index of open alerts by their labels. */
    static Inhibition of(List<InhibitRule> rules, Map<AlertKey, Map<String, String>> open) {
        return new Inhibition(rules.stream().map(rule -> {
            Map<String, AlertKey> sources = new HashMap<>();
            // In the order of keys, so that every process names the same one.
            new TreeMap<>(open.entrySet().stream()
                    .collect(Collectors.toMap(entry -> entry.getKey().value(), entry -> entry))).values()
                    .forEach(entry -> {
                        if (rule.isSource(entry.getValue())) {
                            sources.putIfAbsent(rule.place(entry.getValue()), entry.getKey());
                        }
                    });
            return new Indexed(rule, sources);
        }).toList());
    }

    /** The alert that stands for one with these labels. */
    Optional<AlertKey> sourceOf(AlertKey alertKey, Map<String, String> labels) {
        for (Indexed each : rules) {
            if (each.sources().isEmpty() || !each.rule().isTarget(labels)) {
                continue;
            }
            AlertKey source = each.sources().get(each.rule().place(labels));
            if (source != null && !source.equals(alertKey)) {
                return Optional.of(source);
            }
        }
        return Optional.empty();
    }

    /** What it rests on, to see whether another one says the same. */
    @Override
    public String toString() {
        return rules.stream().map(each -> new TreeMap<>(each.sources()).toString()).collect(Collectors.joining());
    }
}
