// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Transaction;

/**
 * Analyses a script: statements to effects, effects to atomic steps, steps replayed from every prefix. Pure; the work is
 * bounded by a counter.
 */
public final class ScriptAnalysis {
    private ScriptAnalysis() {}

    /**
     * @param script a script, read
     * @return whether it may be repeated, and why
     */
    public static Analysis analyse(Script script) {
        Surroundings around = new Surroundings(script);
        List<Step> steps = new ArrayList<>();
        List<Meaning> open = new ArrayList<>();
        boolean transaction = false;
        List<Place> implicit = new ArrayList<>();
        for (Placed placed : script.statements()) {
            if (placed.statement() instanceof Transaction control) {
                boolean begins = control == Transaction.BEGIN && script.dialect().transactional();
                if (control == Transaction.ROLLBACK) {
                    open.clear(); // nothing of it has happened
                }
                flush(open, steps);
                transaction = begins;
                continue;
            }
            Meaning meaning = EffectReader.read(placed.statement(), around, new Place(placed.line(), placed.column()));
            boolean commits = meaning.commits() && script.dialect().ddlCommits();
            if (transaction && commits) {
                implicit.add(meaning.place());
            }
            if (transaction && !commits) {
                open.add(meaning);
            } else {
                flush(open, steps);
                split(meaning, placed.statement(), steps);
            }
        }
        flush(open, steps);
        try {
            return Homonyms.doubted(new Conclusion(script, around, steps, implicit).draw(), steps, around);
        } catch (TooComplex tooComplex) {
            return Analysis.unknown(Rule.NOT_UNDERSTOOD, 1, 1, tooComplex.reason());
        }
    }

    /**
     * @param statements in order
     * @param table a table
     * @return whether the table, or a part of it, is emptied by one of the statements
     */
    public static boolean clears(List<Statement> statements, String table) {
        return statements.stream().anyMatch(statement -> switch (statement) {
            case Statement.Truncate truncate -> truncate.target().equals(table);
            case Statement.Delete delete -> delete.target().equals(table);
            default -> false;
        });
    }

    private static void flush(List<Meaning> open, List<Step> steps) {
        if (!open.isEmpty()) {
            steps.add(new Step(open.stream().flatMap(m -> m.effects().stream()).toList(),
                    open.stream().flatMap(m -> m.catalog().stream()).toList()));
            open.clear();
        }
    }

    /** The branches of Hive's multi-insert commit one by one. */
    private static void split(Meaning meaning, Statement statement, List<Step> steps) {
        if (statement instanceof Statement.MultiInsert multi && !multi.atomic()) {
            meaning.effects().forEach(effect -> steps.add(new Step(List.of(effect), List.of())));
        } else if (!(statement instanceof Statement.SetOption) && !(statement instanceof Statement.UseDatabase)) {
            // A statement without effects may fail too, and what stands before it has happened by then.
            steps.add(new Step(meaning.effects(), meaning.catalog()));
        }
    }

    /** What happens at once or not at all, as far as statements go. */
    record Step(List<Effect> effects, List<CatalogOp> catalog) {
        Set<String> tables() {
            Set<String> tables = new java.util.LinkedHashSet<>();
            effects.forEach(effect -> {
                tables.add(effect.target());
                effect.reads().forEach(read -> tables.add(read.table()));
            });
            return tables;
        }
    }
}
