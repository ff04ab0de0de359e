// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.reprise.idempotency.sql.TableSchema;
import dev.reprise.idempotency.sql.TableSchema.RowResolution;

/**
 * What comments declare: after {@code reprise: assume}, a table's definition in words or as a column list, or
 * {@code key(t: id)}; {@code reprise: append-ok t}; and without a mark what makes a verdict worse at most, such as that a
 * table has no key or is external. A declaration is the author's word; the analysis uses it as it would use DDL.
 */
final class Notes {
    private static final String NAME = "[`\"]?([a-z_][\\w.$]*)[`\"]?";
    private static final String COLUMNS = "\\(?\\s*([a-z_][\\w]*(?:\\s*,\\s*[a-z_][\\w]*)*)\\s*\\)?";
    private static final Pattern ASSUME = Pattern.compile("\\breprise:\\s*assume\\s");
    private static final Pattern ASSUME_KEY = Pattern
            .compile("key\\s*\\(\\s*" + NAME + "\\s*:\\s*([^)]*)\\)");
    private static final Pattern APPEND_OK = Pattern.compile("\\breprise:\\s*append-ok\\s+" + NAME);
    private static final Pattern DEFINITION = Pattern.compile(NAME + "\\s*\\(((?:[^()]|\\([^()]*\\))*)\\)");
    private static final Pattern NO_KEY = Pattern
            .compile(NAME
                    + "\\s+(?:has|have|with|carries)\\s+(?:no|neither)\\s+(?:[\\w/]+\\s+)*?(?:key|constraint|index|pk)\\b");
    private static final Pattern NO_KEY_ON = Pattern.compile(
            "\\bno\\s+(?:primary|unique)(?:[\\w/\\s]*?)(?:key|constraint|index)\\s+(?:on|for|in)\\s+(?:table\\s+)?"
                    + NAME);
    private static final Pattern WITHOUT_KEY = Pattern
            .compile(NAME + "\\s+(?:is\\s+)?without\\s+(?:a\\s+|any\\s+)?(?:primary|unique)");
    private static final Pattern EXTERNAL = Pattern.compile(NAME + "\\s+(?:is|=)\\s+(?:an?\\s+)?external\\b");
    private static final Pattern EXTERNAL_FIRST = Pattern.compile("\\bexternal\\s+table:?\\s+" + NAME);
    private static final Pattern KEY_OF = Pattern.compile(NAME
            + "\\s*(?:has|with|:|,)\\s*(?:an?\\s+)?(?:primary key|unique key|unique constraint|unique index|unique|pk)\\s*(?:on\\s+|=\\s*|:\\s*)?"
            + COLUMNS);
    private static final Pattern KEY_ON = Pattern.compile(
            "(?:primary key|unique key|unique constraint|unique index|pk|unique)\\s*(?:on|of|for)?\\s*" + NAME
                    + "\\s*\\(([^)]*)\\)");
    private static final Pattern COLUMN_IS_KEY = Pattern.compile(
            NAME + "\\s+is\\s+(?:the\\s+|a\\s+)?(?:primary|unique)\\s*(?:key)?\\s*(?:of|on|in)\\s+(?:table\\s+)?"
                    + NAME);
    private static final Pattern QUALIFIED_IS_KEY = Pattern
            .compile("\\b([a-z_]\\w*)\\.([a-z_]\\w*)\\s+is\\s+(?:the\\s+|a\\s+)?(?:primary|unique)");
    private static final Pattern MODEL = Pattern.compile(NAME + "\\s+(?:is|uses|=)\\s+(?:an?\\s+|the\\s+)?(.{0,80})");
    private static final Set<String> TYPES = Set.of("int", "integer", "bigint", "smallint", "tinyint", "varchar",
            "char", "text", "string",
            "date", "datetime", "timestamp", "time", "decimal", "numeric", "number", "double", "float", "real",
            "boolean", "bool", "serial",
            "bigserial", "smallserial", "uuid", "json", "jsonb", "varchar2", "nvarchar", "int64", "float64", "blob",
            "bytea", "binary",
            "uint64", "int32", "uint32", "timestamptz", "timestamp_ntz", "variant", "array", "map", "struct",
            "mediumint", "longtext");

    private final Map<String, TableSchema> schemas = new HashMap<>();
    private final Set<String> appendOk = new HashSet<>();

    /** @param comments of one script */
    Notes(List<Lexer.Comment> comments) {
        comments.forEach(comment -> read(comment.text().toLowerCase(Locale.ROOT)));
    }

    Map<String, TableSchema> schemas() {
        return Map.copyOf(schemas);
    }

    Set<String> appendOk() {
        return Set.copyOf(appendOk);
    }

    private void read(String comment) {
        if (comment.length() > 2000) {
            return; // prose or disabled code, no declaration
        }
        each(APPEND_OK, comment, m -> appendOk.add(TokenCursor.normalise(m.group(1))));
        for (Pattern pattern : List.of(NO_KEY, NO_KEY_ON, WITHOUT_KEY)) {
            each(pattern, comment, m -> add(m.group(1),
                    new TableSchema(List.of(), List.of(), Set.of(), Set.of(), true, false, Optional.empty())));
        }
        for (Pattern pattern : List.of(EXTERNAL, EXTERNAL_FIRST)) {
            each(pattern, comment, m -> add(m.group(1),
                    new TableSchema(List.of(), List.of(), Set.of(), Set.of(), false, true, Optional.empty())));
        }
        each(ASSUME, comment, m -> assume(comment.substring(m.end())));
    }

    /** What would make a verdict better must be meant as a declaration: prose may speak of what is planned or was dropped. */
    private void assume(String comment) {
        each(ASSUME_KEY, comment, m -> key(m.group(1), m.group(2), false));
        each(DEFINITION, comment, m -> definition(m.group(1), m.group(2), comment.substring(m.end())));
        each(KEY_OF, comment, m -> key(m.group(1), m.group(2), true));
        each(KEY_ON, comment, m -> key(m.group(1), m.group(2), true));
        each(COLUMN_IS_KEY, comment, m -> key(m.group(2), m.group(1), comment.contains("primary")));
        each(QUALIFIED_IS_KEY, comment, m -> key(m.group(1), m.group(2), comment.contains("primary")));
        each(MODEL, comment, m -> model(m.group(2)).ifPresent(model -> add(m.group(1),
                new TableSchema(List.of(), List.of(), Set.of(), Set.of(), false, false, Optional.of(model)))));
    }

    private static void each(Pattern pattern, String text, java.util.function.Consumer<Matcher> use) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            use.accept(matcher);
        }
    }

    private void add(String table, TableSchema schema) {
        schemas.merge(TokenCursor.normalise(table), schema, TableSchema::with);
    }

    private void key(String table, String columns, boolean primary) {
        Set<String> key = Arrays.stream(columns.split(",")).map(String::strip).filter(c -> c.matches("[a-z_]\\w*"))
                .collect(Collectors.toUnmodifiableSet());
        boolean names = !key.isEmpty() && key.stream().noneMatch(
                c -> Set.of("key", "constraint", "index", "on", "and", "or", "the", "but", "so").contains(c));
        if (names) {
            add(table, new TableSchema(List.of(), List.of(key), Set.of(), primary ? key : Set.of(), true, false,
                    Optional.empty()));
        }
    }

    private void definition(String table, String columns, String rest) {
        List<Token> tokens;
        try {
            tokens = new Lexer(columns, Dialect.ANSI).tokens();
        } catch (Unreadable unreadable) {
            return; // prose in parentheses
        }
        SchemaReader reader = new SchemaReader();
        TableSchema schema = reader.columns(tokens.subList(0, tokens.size() - 1));
        boolean typed = Arrays.stream(columns.split(",")).map(String::strip).map(part -> part.split("[\\s(]+"))
                .anyMatch(words -> words.length > 1 && TYPES.contains(words[1]));
        if (typed && !schema.columns().isEmpty() && !Set.of("table", "key", "index", "values").contains(table)) {
            TableSchema told = reader.options(schema, lexed(rest), false);
            add(table,
                    model(rest)
                            .map(m -> new TableSchema(told.columns(), told.keys(), told.generated(), told.notNull(),
                                    true, false, Optional.of(m)))
                            .orElse(told));
        }
    }

    private static List<Token> lexed(String text) {
        try {
            List<Token> tokens = new Lexer(text, Dialect.ANSI).tokens();
            return tokens.subList(0, tokens.size() - 1);
        } catch (Unreadable unreadable) {
            return List.of();
        }
    }

    private static Optional<RowResolution> model(String text) {
        if (text.contains("append delta") || text.contains("duplicate key") || text.contains("append-only")
                || text.contains("duplicate model")) {
            return Optional.of(RowResolution.DUPLICATE);
        }
        if (text.contains("aggregate key") || text.contains("aggregate model") || text.contains("summingmergetree")) {
            return Optional.of(RowResolution.SUMMING);
        }
        if (text.contains("replacingmergetree")) {
            return Optional.of(RowResolution.EVENTUAL);
        }
        boolean upsert = text
                .matches("(?s).*\\b(pk|primary[- ]key|unique[- ]key)\\b.{0,20}\\b(delta|table|model)\\b.*");
        return upsert ? Optional.of(RowResolution.UPSERT) : Optional.empty();
    }
}
