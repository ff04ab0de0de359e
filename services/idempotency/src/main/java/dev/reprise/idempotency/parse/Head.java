// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Optional;

import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.WriteMode;

/**
 * What two readings of a statement must agree on.
 *
 * @param verb what is done
 * @param target to which table, the last part of its name
 * @param overwrite whether what was there goes away
 */
record Head(Verb verb, String target, boolean overwrite) {
    enum Verb {
        INSERT, UPDATE, DELETE, MERGE, TRUNCATE, CREATE_TABLE, DROP_TABLE
    }

    static Head of(Verb verb, String target, boolean overwrite) {
        String plain = target.toLowerCase(java.util.Locale.ROOT).replaceAll("[`\"\\[\\]]", "");
        return new Head(verb, plain.substring(plain.lastIndexOf('.') + 1), overwrite);
    }

    /** @return the head of our own reading, or empty where no second reading is needed */
    static Optional<Head> of(Statement statement) {
        return switch (statement) {
            case Statement.Insert insert ->
                Optional.of(of(Verb.INSERT, insert.target(), insert.mode() == WriteMode.OVERWRITE));
            case Statement.MultiInsert multi -> Optional.of(of(Verb.INSERT, multi.branches().getFirst().target(),
                    multi.branches().getFirst().mode() == WriteMode.OVERWRITE));
            case Statement.Update update -> Optional.of(of(Verb.UPDATE, update.target(), false));
            case Statement.Delete delete -> Optional.of(of(Verb.DELETE, delete.target(), false));
            case Statement.Merge merge -> Optional.of(of(Verb.MERGE, merge.target(), false));
            case Statement.Truncate truncate -> Optional.of(of(Verb.TRUNCATE, truncate.target(), false));
            case Statement.CreateTable create -> Optional.of(of(Verb.CREATE_TABLE, create.target(), false));
            case Statement.Drop drop ->
                drop.kind().equals("table") ? Optional.of(of(Verb.DROP_TABLE, drop.name(), false)) : Optional.empty();
            case Statement.Alter _,Statement.Assign _,Statement.CreateObject _,Statement.Export _,Statement.Load _,Statement.Opaque _,Statement.ReadOnly _,Statement.Rename _,Statement.SetOption _,Statement.Transaction _,Statement.Unread _,Statement.UseDatabase _ ->
                Optional.empty();
        };
    }
}
