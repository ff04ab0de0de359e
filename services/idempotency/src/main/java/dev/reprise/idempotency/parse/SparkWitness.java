// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;

import dev.reprise.idempotency.parse.Head.Verb;

/** Spark's own grammar, for what Druid does not read of Spark, Hive and MaxCompute. */
record SparkWitness() implements Witness {
    private static final int MAX_LENGTH = 200_000;

    @Override
    public Optional<Head> testify(String sql, Dialect dialect) {
        if (sql.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        SqlBaseLexer lexer = new SqlBaseLexer(new UpperCase(CharStreams.fromString(sql)));
        lexer.removeErrorListeners();
        SqlBaseParser parser = new SqlBaseParser(new CommonTokenStream(lexer));
        parser.removeErrorListeners();
        parser.setErrorHandler(new BailErrorStrategy());
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        try {
            return head(parser.singleStatement());
        } catch (RuntimeException e) {
            // The bail-out of the error strategy: not Spark's language.
            return Optional.empty();
        }
    }

    private static Optional<Head> head(ParseTree tree) {
        if (tree instanceof ParserRuleContext context) {
            Optional<Head> head = headOf(context);
            if (head.isPresent()) {
                return head;
            }
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            Optional<Head> head = head(tree.getChild(i));
            if (head.isPresent()) {
                return head;
            }
        }
        return Optional.empty();
    }

    private static Optional<Head> headOf(ParserRuleContext context) {
        return switch (context) {
            case SqlBaseParser.InsertOverwriteTableContext insert -> named(Verb.INSERT, insert, true);
            case SqlBaseParser.InsertIntoTableContext insert -> named(Verb.INSERT, insert, false);
            case SqlBaseParser.InsertIntoReplaceWhereContext insert -> named(Verb.INSERT, insert, false);
            case SqlBaseParser.UpdateTableContext update -> named(Verb.UPDATE, update, false);
            case SqlBaseParser.DeleteFromTableContext delete -> named(Verb.DELETE, delete, false);
            case SqlBaseParser.MergeIntoTableContext merge -> named(Verb.MERGE, merge, false);
            case SqlBaseParser.TruncateTableContext truncate -> named(Verb.TRUNCATE, truncate, false);
            case SqlBaseParser.CreateTableHeaderContext create -> named(Verb.CREATE_TABLE, create, false);
            case SqlBaseParser.ReplaceTableHeaderContext replace -> named(Verb.CREATE_TABLE, replace, false);
            case SqlBaseParser.DropTableContext drop -> named(Verb.DROP_TABLE, drop, false);
            default -> Optional.empty();
        };
    }

    private static Optional<Head> named(Verb verb, ParserRuleContext context, boolean overwrite) {
        for (int i = 0; i < context.getChildCount(); i++) {
            if (context.getChild(i) instanceof SqlBaseParser.IdentifierReferenceContext name) {
                return Optional.of(Head.of(verb, name.getText(), overwrite));
            }
        }
        return Optional.empty();
    }

    /** The grammar's keywords are upper case; names keep the case they were written in. */
    private record UpperCase(CharStream inner) implements CharStream {
        @Override
        public int LA(int i) {
            int c = inner.LA(i);
            return c <= 0 ? c : Character.toUpperCase(c);
        }

        @Override
        public String getText(Interval interval) {
            return inner.size() > 0 && interval.b >= interval.a ? inner.getText(interval).toLowerCase(Locale.ROOT) : "";
        }

        @Override
        public void consume() {
            inner.consume();
        }

        @Override
        public int mark() {
            return inner.mark();
        }

        @Override
        public void release(int marker) {
            inner.release(marker);
        }

        @Override
        public int index() {
            return inner.index();
        }

        @Override
        public void seek(int index) {
            inner.seek(index);
        }

        @Override
        public int size() {
            return inner.size();
        }

        @Override
        public String getSourceName() {
            return inner.getSourceName();
        }
    }
}
