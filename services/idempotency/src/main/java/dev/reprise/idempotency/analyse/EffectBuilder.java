// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.sql.Query;

/** Collects the parts of one effect. */
final class EffectBuilder {
    private final String target;
    private final Kind kind;
    private final Judgement again;
    private final Place place;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    private final List<Judgement> taints = new ArrayList<>();
    private Region region = Region.ALL;
    private List<Read> reads = List.of();
    private Optional<Judgement> onItself = Optional.empty();
    private Set<String> columns = Set.of();
    private List<Atom> sets = List.of();
    private Optional<Query> query = Optional.empty();
    private Optional<KeyReset> keyReset = Optional.empty();
    private List<String> names = List.of();

    EffectBuilder(String target, Kind kind, Judgement again, Place place) {
        this.target = target;
        this.kind = kind;
        this.again = again;
        this.place = place;
    }

    EffectBuilder region(Region value) {
        region = value;
        return this;
    }

    EffectBuilder reads(List<Read> value) {
        reads = value;
        return this;
    }

    EffectBuilder onItself(Judgement value) {
        onItself = Optional.of(value);
        return this;
    }

    EffectBuilder updates(Set<String> written, List<Atom> constants) {
        columns = written;
        sets = constants;
        return this;
    }

    EffectBuilder query(Query value, List<String> targetColumns) {
        query = Optional.of(value);
        names = targetColumns;
        return this;
    }

    EffectBuilder keyReset(Optional<KeyReset> value) {
        keyReset = value;
        return this;
    }

    EffectBuilder trait(Trait trait, boolean holds) {
        if (holds) {
            traits.add(trait);
        }
        return this;
    }

    EffectBuilder taints(List<Judgement> more) {
        taints.addAll(more);
        return this;
    }

    Effect build() {
        return new Effect(target, kind, region, reads, again, onItself, columns, sets, query, keyReset, names,
                Set.copyOf(traits), List.copyOf(taints),
                place);
    }
}
