// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Guard;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.TableSchema;

/** Reads DDL: CREATE, DROP, TRUNCATE, RENAME. */
final class DefinitionReader {
    static final List<String> MODIFIERS = List.of("temporary", "temp", "external", "transient", "global",
            "local", "unlogged",
            "unique", "materialized", "recursive", "volatile", "multiset", "secure", "fulltext", "spatial", "bitmap",
            "clustered",
            "nonclustered", "foreign", "virtual", "private", "dynamic", "aggregate", "algorithm", "concurrently",
            "iceberg", "hybrid", "streaming",
            "live", "managed", "immutable", "managed", "columnstore", "force", "editionable", "noneditionable",
            "public");
    private final TokenCursor in;
    private final QueryReader queries;

    DefinitionReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
    }

    List<Statement> create() {
        in.expect("create");
        Guard guard = in.accept("or", "replace") || in.accept("or", "alter") ? Guard.OR_REPLACE : Guard.NONE;
        Set<String> modifiers = new HashSet<>();
        while (in.isOneOf(0, MODIFIERS)) {
            String word = in.next().text();
            modifiers.add(word);
            if (word.equals("algorithm")) {
                in.expect("=");
                in.next();
            }
        }
        boolean temporary = modifiers.contains("temporary") || modifiers.contains("temp")
                || modifiers.contains("volatile");
        String kind = in.namePart();
        if (kind.equals("or") && in.is("replace")) {
            throw in.fail("expected what to create");
        }
        if (!kind.equals("table")) {
            return List.of(object(kind, guard, temporary));
        }
        Guard tableGuard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : guard;
        String name = in.name();
        tableGuard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : tableGuard;
        in.skipCluster();
        return List.of(table(name, tableGuard, temporary || name.startsWith("#"), modifiers.contains("external")));
    }

    /** Spark's REPLACE TABLE: what was there goes, as with CREATE OR REPLACE TABLE; only that it must be there. */
    Statement replaceTable() {
        in.expect("replace", "table");
        return table(in.name(), Guard.OR_REPLACE, false, false);
    }

    private Statement object(String kind, Guard given, boolean temporary) {
        in.accept("concurrently");
        Guard guard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : given;
        if (kind.equals("view")) {
            String name = in.name();
            guard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : guard;
            while (!in.atEnd() && !in.is("as")) {
                if (in.next().is("(")) {
                    in.skipParenthesis();
                }
            }
            if (!in.accept("as")) {
                return new Statement.CreateObject(kind, name, guard, temporary, Optional.empty());
            }
            Query query = queries.query();
            in.rest(); // WITH CHECK OPTION, WITH NO DATA
            return new Statement.CreateObject(kind, name, guard, temporary, Optional.of(query));
        }
        String name = in.atEnd() || in.is("on") ? "" : in.name();
        String owner = "";
        if (kind.equals("index") && in.accept("on")) {
            in.accept("table");
            owner = in.name() + ".";
        }
        in.rest();
        return new Statement.CreateObject(kind, owner + name, guard, temporary, Optional.empty());
    }

    private Statement table(String name, Guard guard, boolean temporary, boolean external) {
        TableSchema schema = TableSchema.UNKNOWN;
        if (in.accept("like")) {
            in.name();
            in.rest();
            return new Statement.CreateTable(name, guard, temporary, false, schema, Optional.empty());
        }
        if (in.accept("clone") || in.accept("shallow", "clone") || in.accept("deep", "clone") || in.accept("copy")) {
            Query copied = TransferReader.tableQuery(in.name());
            in.rest(); // as of when
            return new Statement.CreateTable(name, guard, temporary, false, schema, Optional.of(copied));
        }
        SchemaReader reader = new SchemaReader();
        if (in.is("(") && !(in.isOneOf(1, List.of("select", "with", "like")))) {
            in.next();
            schema = reader.columns(in.skipParenthesis());
        } else if (in.is("(", "like")) {
            in.next();
            in.skipParenthesis();
        }
        boolean onCommitDrop = false;
        List<Token> options = new ArrayList<>();
        while (!in.atEnd()) {
            if (in.is("as")
                    && (in.isOneOf(1, List.of("select", "with", "from", "values", "table")) || in.peek(1).is("("))) {
                in.next();
                break;
            }
            if (in.isOneOf(0, List.of("select", "with")) && queries.starts() && !in.is("with", "(")
                    && in.is("select")) {
                break;
            }
            onCommitDrop |= in.is("on", "commit", "drop");
            options.add(in.next());
        }
        schema = reader.options(schema, options, external);
        Optional<Query> query = in.atEnd() ? Optional.empty() : Optional.of(queries.query());
        if (query.isPresent() && in.accept("with")) {
            in.rest(); // WITH [NO] DATA
        }
        return new Statement.CreateTable(name, guard, temporary, onCommitDrop, schema, query);
    }

    List<Statement> drop() {
        in.expect("drop");
        while (in.isOneOf(0, MODIFIERS)) {
            in.next();
        }
        String kind = in.namePart();
        in.accept("concurrently");
        boolean ifExists = in.accept("if", "exists");
        List<Statement> drops = new ArrayList<>();
        do {
            String name = in.name();
            if (in.is("(")) {
                in.next();
                in.skipParenthesis();
            }
            ifExists |= in.accept("if", "exists");
            in.skipCluster();
            if (kind.equals("index") && in.accept("on")) {
                name = in.name() + "." + name;
            }
            drops.add(new Statement.Drop(kind, name, ifExists));
        } while (in.accept(","));
        while (in.acceptOneOf("cascade", "restrict", "purge", "constraints", "force", "sync", "no", "delay")) {
            // How thoroughly it is dropped.
        }
        return List.copyOf(drops);
    }

    List<Statement> truncate() {
        in.expect("truncate");
        in.accept("table");
        in.accept("if", "exists"); // what is not there is empty
        in.accept("only");
        List<Statement> statements = new ArrayList<>();
        do {
            String name = in.name();
            in.skipCluster();
            List<PartitionPart> partition = in.is("partition") ? partition() : List.of();
            statements.add(new Statement.Truncate(name, partition));
            while (in.is(",") && in.is(",", "partition")) {
                in.next();
                statements.add(new Statement.Truncate(name, partition()));
            }
        } while (in.accept(","));
        while (in.acceptOneOf("restart", "continue", "identity", "cascade", "restrict", "drop", "reuse", "storage",
                "force")) {
            // Sequences are judged where they are drawn from.
        }
        return List.copyOf(statements);
    }

    private List<PartitionPart> partition() {
        return new ClauseReader(in, queries).partition();
    }

    Statement renameTables() {
        in.expect("rename");
        in.acceptOneOf("table", "tables");
        List<Statement.Rename.Pair> pairs = new ArrayList<>();
        do {
            String from = in.name();
            in.expect("to");
            pairs.add(new Statement.Rename.Pair(from, in.name()));
        } while (in.accept(","));
        in.skipCluster();
        return new Statement.Rename(List.copyOf(pairs));
    }

    /** ClickHouse: EXCHANGE TABLES a AND b. */
    Statement exchangeTables() {
        in.expect("exchange", "tables");
        String one = in.name();
        in.expect("and");
        Statement.Change exchange = new Statement.Change.Exchange(in.name());
        in.skipCluster();
        return new Statement.Alter(one, List.of(exchange));
    }

}
