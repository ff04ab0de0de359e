// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.SQLUtils;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLInsertInto;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement;
import com.alibaba.druid.sql.ast.statement.SQLMergeStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTruncateStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.hive.ast.HiveMultiInsertStatement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.idempotency.parse.Head.Verb;

/** Alibaba Druid's parsers: the only open ones that know MaxCompute. */
record DruidWitness() implements Witness {
    @Override
    public Optional<Head> testify(String sql, Dialect dialect) {
        List<SQLStatement> statements;
        try {
            statements = SQLUtils.parseStatements(sql, DbType.of(dialect.druidName()));
        } catch (RuntimeException e) {
            // Druid reports by several unchecked types, null pointers among them: each means that it does not read this.
            return Optional.empty();
        }
        // Druid splits a text with a missing semicolon in two without complaint.
        return statements.size() == 1 ? head(statements.getFirst()) : Optional.empty();
    }

    private static Optional<Head> head(SQLStatement statement) {
        return switch (statement) {
            case HiveMultiInsertStatement multi when !multi.getItems().isEmpty() ->
                head(Verb.INSERT, multi.getItems().getFirst().getTableSource(),
                        multi.getItems().getFirst().isOverwrite());
            case SQLInsertStatement insert -> insert(insert);
            case SQLReplaceStatement replace -> head(Verb.INSERT, replace.getTableName(), false);
            case SQLUpdateStatement update -> head(Verb.UPDATE, update.getTableSource(), false);
            case SQLDeleteStatement delete -> head(Verb.DELETE, delete.getTableName(), false);
            case SQLMergeStatement merge -> head(Verb.MERGE, merge.getInto(), false);
            case SQLTruncateStatement truncate -> head(Verb.TRUNCATE, truncate.getTableSources().getFirst(), false);
            case SQLCreateTableStatement create -> head(Verb.CREATE_TABLE, create.getName(), false);
            case SQLDropTableStatement drop -> head(Verb.DROP_TABLE, drop.getTableSources().getFirst(), false);
            default -> Optional.empty();
        };
    }

    private static Optional<Head> insert(SQLInsertInto insert) {
        return head(Verb.INSERT, insert.getTableSource(), insert.isOverwrite());
    }

    private static Optional<Head> head(Verb verb, @Nullable SQLTableSource source, boolean overwrite) {
        return source instanceof SQLExprTableSource table
                ? head(verb, table.getName(), overwrite)
                : Optional.of(Head.of(verb, "", overwrite));
    }

    private static Optional<Head> head(Verb verb, @Nullable SQLName name, boolean overwrite) {
        return Optional.of(Head.of(verb, name == null ? "" : String.valueOf(name.getSimpleName()), overwrite));
    }
}
