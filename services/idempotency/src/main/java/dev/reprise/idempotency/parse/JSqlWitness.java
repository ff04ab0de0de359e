// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Optional;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.drop.Drop;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.truncate.Truncate;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.upsert.Upsert;

import dev.reprise.idempotency.parse.Head.Verb;

/** JSqlParser: one tolerant grammar without dialects. */
record JSqlWitness() implements Witness {
    /** Its grammar looks ahead without bound: deep nesting costs exponential time. */
    private static final int MAX_NESTING = 12;
    private static final int MAX_LENGTH = 50_000;

    @Override
    public Optional<Head> testify(String sql, Dialect dialect) {
        if (sql.length() > MAX_LENGTH || nesting(sql) > MAX_NESTING) {
            return Optional.empty();
        }
        try {
            CCJSqlParser parser = new CCJSqlParser(sql).withAllowComplexParsing(false)
                    .withSquareBracketQuotation(dialect.brackets())
                    .withBackslashEscapeCharacter(dialect.backslashEscapes());
            return head(parser.Statement());
        } catch (ParseException | TokenMgrException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            // Its semantic actions throw what they like; each means that it does not read this.
            return Optional.empty();
        }
    }

    private static int nesting(String sql) {
        int depth = 0;
        int deepest = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            deepest = Math.max(deepest, depth);
        }
        return deepest;
    }

    private static Optional<Head> head(Statement statement) {
        return switch (statement) {
            // INSERT OVERWRITE without TABLE is read as INSERT INTO a table called overwrite: not to be believed.
            case Insert insert -> insert.getTable().getName().equalsIgnoreCase("overwrite")
                    ? Optional.empty()
                    : Optional.of(Head.of(Verb.INSERT, insert.getTable().getName(), insert.isOverwrite()));
            case Upsert upsert -> Optional.of(Head.of(Verb.INSERT, upsert.getTable().getName(), false));
            case Update update -> Optional.of(Head.of(Verb.UPDATE, update.getTable().getName(), false));
            case Delete delete -> Optional.of(Head.of(Verb.DELETE, delete.getTable().getName(), false));
            case Merge merge -> Optional.of(Head.of(Verb.MERGE, merge.getTable().getName(), false));
            case Truncate truncate -> Optional.of(
                    Head.of(Verb.TRUNCATE, truncate.getTable() == null ? "" : truncate.getTable().getName(), false));
            case CreateTable create -> Optional.of(Head.of(Verb.CREATE_TABLE, create.getTable().getName(), false));
            case Drop drop -> Optional.of(Head.of(Verb.DROP_TABLE, drop.getName().getName(), false));
            default -> Optional.empty();
        };
    }
}
