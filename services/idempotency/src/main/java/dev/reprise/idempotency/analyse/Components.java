// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.rule.Safety;

/** Steps that share no written table do not influence each other and are judged apart. */
final class Components {
    private Components() {}

    static List<List<Step>> of(List<Step> steps) {
        Set<String> written = new HashSet<>();
        steps.forEach(step -> step.effects().forEach(effect -> written.add(effect.target())));
        Locations locations = new Locations(steps);
        int[] parent = new int[steps.size()];
        Map<String, Integer> owner = new HashMap<>();
        for (int i = 0; i < parent.length; i++) {
            parent[i] = i;
            for (String table : locations.of(steps.get(i))) {
                Integer other = written.contains(Locations.table(table)) && !table.isEmpty()
                        ? owner.putIfAbsent(table, i)
                        : null;
                if (other != null) {
                    parent[root(parent, i)] = root(parent, other);
                }
            }
        }
        Map<Integer, List<Step>> components = new LinkedHashMap<>();
        for (int i = 0; i < parent.length; i++) {
            if (!steps.get(i).effects().isEmpty()) {
                components.computeIfAbsent(root(parent, i), key -> new ArrayList<>()).add(steps.get(i));
            }
        }
        return List.copyOf(components.values());
    }

    private static int root(int[] parent, int start) {
        int i = start;
        while (parent[i] != i) {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        return i;
    }

    /** @return whether no step reads what another one writes, and each may be repeated by itself: then every prefix may */
    static boolean independent(List<List<Effect>> steps) {
        Set<String> written = new HashSet<>();
        steps.forEach(step -> step.forEach(effect -> written.add(effect.target())));
        return steps.stream().flatMap(List::stream)
                .allMatch(effect -> effect.reads().stream().noneMatch(read -> written.contains(read.table()))
                        && (effect.kind() == Kind.OVERWRITE || effect.kind() == Kind.RESET
                                || effect.kind() == Kind.NOTE)
                        && effect.again().safety() == Safety.SAFE);
    }
}
