// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement.Branch;
import dev.reprise.idempotency.sql.Statement.BranchAction.DeleteRow;
import dev.reprise.idempotency.sql.Statement.BranchAction.InsertRow;
import dev.reprise.idempotency.sql.Statement.Match;
import dev.reprise.idempotency.sql.Statement.Merge;

/**
 * A MERGE whose ON is false, which deletes the rows of a predicate and inserts every source row: BigQuery's way to overwrite a
 * part of a table in one statement, and what dbt's strategy {@code insert_overwrite} makes there.
 *
 * @param emptied what is deleted
 * @param covers whether every inserted row lies there
 */
record Replacement(Region emptied, Proof covers) {

    /** @return what the MERGE replaces; empty when it is another one, or an append for certain */
    static Optional<Replacement> of(Merge merge, Source source) {
        List<Branch> deletes = merge.branches().stream().filter(
                branch -> branch.match() == Match.NOT_MATCHED_BY_SOURCE && branch.action() instanceof DeleteRow)
                .toList();
        List<Branch> inserts = merge.branches().stream().filter(branch -> branch.action() instanceof InsertRow)
                .toList();
        boolean replaces = Predicates.constant(merge.on()) == Proof.NO && deletes.size() == 1 && inserts.size() == 1
                && merge.branches().size() == 2 && inserts.getFirst().condition().isEmpty();
        if (!replaces) {
            return Optional.empty();
        }
        Optional<Expr> predicate = deletes.getFirst().condition();
        if (predicate.isEmpty()) {
            return Optional.of(new Replacement(Region.ALL, Proof.YES));
        }
        Region emptied = Region.of(Predicates.exact(predicate.get(), column -> true));
        // Values that the script computes, such as a list of partitions, may well be those of the source.
        boolean plain = Carried.isFixed(predicate.get())
                && emptied.atoms().stream().noneMatch(atom -> atom.kind() == Atom.Kind.OPAQUE);
        Proof covers = plain
                ? emptied.contains(inserted((InsertRow) inserts.getFirst().action(), source))
                : Proof.OPEN;
        return covers == Proof.NO ? Optional.empty() : Optional.of(new Replacement(emptied, covers));
    }

    /** What is known of the inserted rows, by the table's columns. */
    private static Region inserted(InsertRow insert, Source source) {
        if (!(source instanceof Derived derived)) {
            return Region.ALL;
        }
        Outputs outputs = Outputs.of(derived.query());
        List<Atom> atoms = new ArrayList<>();
        if (insert.all() || insert.columns().isEmpty()) {
            outputs.columns().forEach(column -> column.name()
                    .ifPresent(name -> column.atoms().forEach(atom -> atoms.add(atom.on(name)))));
            outputs.passed().forEach((name, passed) -> passed.forEach(atom -> atoms.add(atom.on(name))));
        } else {
            for (int i = 0; i < insert.columns().size() && i < insert.values().size(); i++) {
                String name = insert.columns().get(i);
                if (insert.values().get(i) instanceof Expr.Column column) {
                    outputs.named(column.name()).forEach(atom -> atoms.add(atom.on(name)));
                } else {
                    Value.of(insert.values().get(i)).ifPresent(value -> atoms.add(Atom.equal(name, value)));
                }
            }
        }
        return Region.of(atoms);
    }

    EffectBuilder effect(String target, Place place) {
        return covers == Proof.YES
                ? new EffectBuilder(target, Kind.OVERWRITE,
                        Judgement.safe(Rule.DELETE_INSERT, "replaces exactly the rows of its predicate"), place)
                        .region(emptied).trait(Trait.CONVERGES, true)
                : new EffectBuilder(target, Kind.KEYED, Judgement.unknown(Rule.RESET_UNPROVEN,
                        "whether every inserted row is among those that are deleted cannot be proved"), place);
    }
}
