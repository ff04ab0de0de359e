// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.match.Matcher;

/**
 * Which of many subscriptions are worth asking about an alert. Each is filed under the values that one of its matchers
 * requires, the rarest; one whose matchers require no value that can be listed is always asked. So an alert is held against
 * those of its own owner, namespace or job, not against all. Immutable.
 */
final class SubscriptionIndex {
    private final List<Subscription> all;
    private final boolean exclusive;
    /** By label and value, the positions of those that require it. */
    private final Map<String, Map<String, BitSet>> filed = new HashMap<>();
    private final BitSet always = new BitSet();

    /**
     * Files them.
     *
     * @param all in the order in which they are asked
     * @param exclusive whether the first that matches and does not go on takes the alert for itself
     */
    SubscriptionIndex(List<Subscription> all, boolean exclusive) {
        this.all = all;
        this.exclusive = exclusive;
        Map<String, Map<String, Integer>> uses = new HashMap<>();
        for (Subscription each : all) {
            for (Matcher matcher : each.match()) {
                matcher.values().ifPresent(values -> values.forEach(value -> uses
                        .computeIfAbsent(matcher.label(), _ -> new HashMap<>()).merge(value, 1, Integer::sum)));
            }
        }
        for (int position = 0; position < all.size(); position++) {
            file(position, all.get(position).match().stream().filter(matcher -> matcher.values().isPresent())
                    .min(Comparator.comparingInt(matcher -> crowd(matcher, uses))));
        }
    }

    private void file(int position, Optional<Matcher> rarest) {
        if (rarest.isEmpty()) {
            always.set(position);
            return;
        }
        Matcher matcher = rarest.get();
        Map<String, BitSet> ofLabel = filed.computeIfAbsent(matcher.label(), _ -> new HashMap<>());
        matcher.values().orElse(Set.of())
                .forEach(value -> ofLabel.computeIfAbsent(value, _ -> new BitSet()).set(position));
    }

    /** How many subscriptions would be asked because of the values of a matcher. */
    private static int crowd(Matcher matcher, Map<String, Map<String, Integer>> uses) {
        Map<String, Integer> ofLabel = uses.getOrDefault(matcher.label(), Map.of());
        return matcher.values().orElse(Set.of()).stream().mapToInt(value -> ofLabel.getOrDefault(value, 0)).sum();
    }

    /** Adds those that match these labels, in their order. */
    void collect(Map<String, String> labels, List<Subscription> found) {
        BitSet candidates = (BitSet) always.clone();
        filed.forEach((label, byValue) -> {
            BitSet required = byValue.get(labels.getOrDefault(label, ""));
            if (required != null) {
                candidates.or(required);
            }
        });
        for (int position = candidates.nextSetBit(0); position >= 0; position = candidates.nextSetBit(position + 1)) {
            Subscription each = all.get(position);
            if (each.matches(labels)) {
                found.add(each);
                if (exclusive && !each.goesOn()) {
                    return;
                }
            }
        }
    }
}
