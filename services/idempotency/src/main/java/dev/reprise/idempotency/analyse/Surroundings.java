// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.TableSchema;
import dev.reprise.idempotency.sql.TableSchema.RowResolution;

/** What a statement means depends on what stands before it: definitions, settings, variables. Grows as the script is read. */
final class Surroundings {
    private final Dialect dialect;
    private final Map<String, TableSchema> schemas;
    private final Map<String, String> settings = new HashMap<>();
    private final Map<String, Inliner.Named> views = new HashMap<>();
    private final Map<String, Inliner.Named> stagings = new HashMap<>();
    private final Set<String> temporary = new HashSet<>();
    private final Set<String> droppedAtCommit = new HashSet<>();
    private final Set<String> empty = new HashSet<>();
    private final Set<String> namedInSession = new HashSet<>();
    private final Set<String> deletedFrom = new HashSet<>();
    private final Set<String> clockParameters;

    Surroundings(Script script) {
        this.dialect = script.dialect();
        this.schemas = new HashMap<>(script.schemas());
        this.clockParameters = new HashSet<>(script.hostClockParameters());
        // Known before a DROP that stands in front of the definition: the files outlive it.
        for (Placed placed : script.statements()) {
            if (placed.statement() instanceof Statement.CreateTable create && create.schema().external()) {
                define(table(create.target()), create.schema());
            }
        }
    }

    Dialect dialect() {
        return dialect;
    }

    Set<String> clockParameters() {
        return clockParameters;
    }

    /** @return the table's name without quotes */
    String table(String name) {
        return name.startsWith("`") ? name.replace("`", "") : name;
    }

    TableSchema schema(String table) {
        TableSchema full = schemas.get(table);
        TableSchema plain = schemas.get(table.substring(table.lastIndexOf('.') + 1));
        TableSchema known = full != null ? full : plain != null ? plain : TableSchema.UNKNOWN;
        // A table of Flink is a name for rows that lie elsewhere.
        return dialect == Dialect.FLINK ? known.asExternal() : known;
    }

    void define(String table, TableSchema schema) {
        schemas.merge(table, schema, (note, ddl) -> ddl.with(note));
    }

    void set(String name, Optional<Expr> value) {
        String key = name.toLowerCase(Locale.ROOT);
        settings.put(key,
                value.map(v -> v instanceof Expr.Literal l ? l.value() : v.text()).orElse("").toLowerCase(Locale.ROOT));
        if (value.isPresent() && (Taints.kinds(value.get()).contains(dev.reprise.idempotency.region.Volatile.CLOCK)
                || value.get().text().matches(
                        "(?i).*\\b(now|current_date|current_timestamp|unix_timestamp|getdate|sysdate)\\b.*"))) {
            clockParameters.add(key.replaceFirst("^hivevar:|^hiveconf:|^var:", ""));
        }
    }

    String setting(String suffix) {
        return settings.entrySet().stream().filter(e -> e.getKey().endsWith(suffix)).map(Map.Entry::getValue)
                .findFirst().orElse("");
    }

    void view(String name, Query query) {
        views.put(name, shallow().named(query));
    }

    void temporary(String name) {
        temporary.add(name);
    }

    void droppedAtCommit(String name) {
        droppedAtCommit.add(name);
    }

    /** The name lives as long as the session; the rows may not. */
    void namedInSession(String name) {
        namedInSession.add(name);
    }

    /** @return the names that end with the session */
    Set<String> sessionNames() {
        Set<String> names = new HashSet<>(temporary);
        names.addAll(namedInSession);
        return names;
    }

    Set<String> droppedAtCommits() {
        return droppedAtCommit;
    }

    boolean isTemporary(String name) {
        return temporary.contains(name);
    }

    /** The table now holds the rows of this query, and nothing else. */
    void staged(String name, Query query) {
        try {
            stagings.put(name, deep().named(query));
        } catch (TooComplex tooComplex) {
            stagings.remove(name); // read as a stored table from here on
        }
    }

    /** The table holds other rows too. */
    void unstaged(String name) {
        stagings.remove(name);
    }

    /** The table, or one of its partitions, holds nothing now. */
    void emptied(String name, boolean whole) {
        stagings.remove(name);
        if (whole) {
            empty.add(name);
        }
    }

    boolean justEmptied(String name) {
        return empty.contains(name);
    }

    /** Rows of the table have been deleted one by one. */
    void deletedFrom(String name) {
        deletedFrom.add(name);
    }

    /**
     * ClickHouse keeps the hashes of the blocks that a replicated table has taken, and skips a block that it knows; a DELETE
     * does not make it forget, a TRUNCATE and a DROP PARTITION do.
     *
     * @return whether the table may skip what it had once
     */
    boolean skipsKnownBlocks(String name) {
        return deletedFrom.contains(name)
                && schema(name).model().filter(RowResolution.DUPLICATE_BLOCKS_SKIPPED::equals).isPresent();
    }

    void filled(String name) {
        empty.remove(name);
    }

    /** @return with names of the script and views put in; what is left are stored tables, staging ones among them */
    Inliner shallow() {
        return new Inliner(views::get);
    }

    /** @return the query with staging tables put in, or without them where that would grow too large */
    Query deep(Query query) {
        try {
            return deep().inline(query);
        } catch (TooComplex tooComplex) {
            return shallow().inline(query);
        }
    }

    /** @return with staging tables put in as well */
    Inliner deep() {
        return new Inliner(name -> views.containsKey(name) ? views.get(name) : stagings.get(name));
    }
}
