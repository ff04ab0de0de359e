// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Region;

/**
 * What steps have in common: a table, or one value of a column of it, where every statement that touches the table names one
 * literal value of that column. A script that fills a hundred days is then a hundred small scripts.
 */
final class Locations {
    private static final char SEPARATOR = '\u0000';
    private final Map<String, Optional<String>> columns = new HashMap<>();

    Locations(List<Step> steps) {
        Map<String, Set<String>> candidates = new HashMap<>();
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                boolean whole = effect.kind() == Kind.MOVE || effect.kind() == Kind.EXCHANGE
                        || effect.kind() == Kind.NOTE;
                Set<String> fixed = fixed(effect.region());
                fixed.removeAll(effect.columns());
                narrow(candidates, effect.target(), whole ? Set.of() : fixed);
                effect.reads().forEach(read -> narrow(candidates, read.table(), fixed(read.region())));
            }
        }
        candidates.forEach((table, names) -> columns.put(table, names.stream().sorted().findFirst()));
    }

    private static void narrow(Map<String, Set<String>> candidates, String table, Set<String> fixed) {
        candidates.merge(table, fixed, (a, b) -> a.stream().filter(b::contains).collect(Collectors.toSet()));
    }

    private static Set<String> fixed(Region region) {
        return region.atoms().stream().filter(Locations::literal).map(Atom::column).collect(Collectors.toSet());
    }

    private static boolean literal(Atom atom) {
        return atom.kind() == Atom.Kind.IN && atom.values().size() == 1 && atom.values().getFirst().base().isEmpty();
    }

    Set<String> of(Step step) {
        Set<String> locations = new LinkedHashSet<>();
        for (Effect effect : step.effects()) {
            locations.add(location(effect.target(), effect.region()));
            effect.reads().forEach(read -> locations.add(location(read.table(), read.region())));
        }
        return locations;
    }

    private String location(String table, Region region) {
        Optional<String> column = columns.getOrDefault(table, Optional.empty());
        return column.flatMap(
                name -> region.atoms().stream().filter(atom -> literal(atom) && atom.column().equals(name)).findFirst())
                .map(atom -> table + SEPARATOR + atom.values().getFirst().canonical()).orElse(table);
    }

    /** @return the table of a location */
    static String table(String location) {
        int separator = location.indexOf(SEPARATOR);
        return separator < 0 ? location : location.substring(0, separator);
    }
}
