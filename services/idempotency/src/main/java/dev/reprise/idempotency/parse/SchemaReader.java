// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.TableSchema;
import dev.reprise.idempotency.sql.TableSchema.RowResolution;

/** Reads what a table definition says of keys, generated columns and the way rows of one key are kept. */
final class SchemaReader {

    TableSchema columns(List<Token> tokens) {
        List<String> columns = new ArrayList<>();
        List<Set<String>> keys = new ArrayList<>();
        Set<String> generated = new HashSet<>();
        Set<String> notNull = new HashSet<>();
        for (List<Token> part : split(tokens)) {
            if (part.isEmpty()) {
                continue;
            }
            String first = part.getFirst().text();
            if (part.getFirst().kind() == Kind.WORD && List.of("primary", "unique", "constraint", "key", "index",
                    "foreign", "check", "fulltext", "like", "period",
                    "watermark", "exclude").contains(first)) {
                if (has(part, "primary", "key") || has(part, "unique")) {
                    keys.add(names(part));
                }
                if (has(part, "primary", "key")) {
                    notNull.addAll(names(part));
                }
            } else {
                columns.add(first);
                if (has(part, "primary", "key") || has(part, "unique")) {
                    keys.add(Set.of(first));
                }
                if (has(part, "primary", "key") || has(part, "not", "null")) {
                    notNull.add(first);
                }
                if (has(part, "auto_increment") || has(part, "autoincrement") || has(part, "identity")
                        || has(part, "serial")
                        || has(part, "bigserial") || has(part, "smallserial") || has(part, "nextval")
                        || has(part, "as", "identity")
                        || has(part, "gen_random_uuid") || has(part, "uuid_generate_v4")) {
                    generated.add(first);
                }
            }
        }
        return new TableSchema(List.copyOf(columns), List.copyOf(keys), Set.copyOf(generated), Set.copyOf(notNull),
                !columns.isEmpty(),
                false, Optional.empty());
    }

    TableSchema options(TableSchema schema, List<Token> options, boolean external) {
        List<Set<String>> keys = new ArrayList<>(schema.keys());
        Optional<RowResolution> model = Optional.empty();
        String text = options.stream().map(Token::text).reduce("", (a, b) -> a + " " + b);
        if (text.contains("replacingmergetree") || text.contains("collapsingmergetree")) {
            model = Optional.of(RowResolution.EVENTUAL);
        } else if (text.contains("summingmergetree") || text.contains("aggregate key")) {
            model = Optional.of(RowResolution.SUMMING);
        } else if (text.contains("replicatedmergetree") || text.contains("sharedmergetree")) {
            model = Optional.of(RowResolution.DUPLICATE_BLOCKS_SKIPPED);
        } else if (text.contains("mergetree") || text.contains("duplicate key")) {
            model = Optional.of(RowResolution.DUPLICATE);
        } else if (text.contains("unique key") || text.contains("primary key")) {
            model = Optional.of(RowResolution.UPSERT);
        } else if (text.contains("'transactional' = 'true'") && !keys.isEmpty()) {
            model = Optional.of(RowResolution.UPSERT);
        }
        for (int i = 0; i + 2 < options.size(); i++) {
            if ((options.get(i).is("unique") || options.get(i).is("primary")) && options.get(i + 1).is("key")) {
                keys.add(names(options.subList(i + 2, options.size())));
            }
        }
        List<String> columns = new ArrayList<>(schema.columns());
        for (int i = 0; i + 2 < options.size(); i++) {
            if (options.get(i).is("partitioned") && options.get(i + 1).is("by") && options.get(i + 2).is("(")) {
                int close = i + 3;
                for (int open = 1; close < options.size() && open > 0; close++) {
                    open += options.get(close).is("(") ? 1 : options.get(close).is(")") ? -1 : 0;
                }
                split(options.subList(i + 3, close - 1)).stream().filter(p -> !p.isEmpty())
                        .map(p -> p.getFirst().text())
                        .filter(c -> !columns.contains(c)).forEach(columns::add);
            }
        }
        return new TableSchema(schema.columns().isEmpty() ? List.of() : List.copyOf(columns), List.copyOf(keys),
                schema.generated(), schema.notNull(), schema.knownKeys(),
                external || located(options), model);
    }

    /** Spark calls a table external that is given a place for its files, whatever else its definition says. */
    private static boolean located(List<Token> options) {
        return IntStream.range(0, options.size() - 1).anyMatch(i -> options.get(i).is("location")
                && (options.get(i + 1).kind() == Kind.STRING || options.get(i + 1).kind() == Kind.PARAMETER));
    }

    private static Set<String> names(List<Token> part) {
        Set<String> names = new HashSet<>();
        boolean inside = false;
        for (Token token : part) {
            if (token.is("(")) {
                inside = true;
            } else if (token.is(")")) {
                break;
            } else if (inside && (token.kind() == Kind.WORD || token.kind() == Kind.NAME) && !token.is("asc")
                    && !token.is("desc")) {
                names.add(token.text());
            }
        }
        return Set.copyOf(names);
    }

    private static boolean has(List<Token> part, String... words) {
        for (int i = 0; i + words.length <= part.size(); i++) {
            boolean all = true;
            for (int j = 0; j < words.length; j++) {
                all &= part.get(i + j).is(words[j]);
            }
            if (all) {
                return true;
            }
        }
        return false;
    }

    private static List<List<Token>> split(List<Token> tokens) {
        List<List<Token>> parts = new ArrayList<>();
        int open = 0;
        List<Token> part = new ArrayList<>();
        for (Token token : tokens) {
            open += token.is("(") || token.is("<") ? 1 : token.is(")") || token.is(">") ? -1 : 0;
            if (open == 0 && token.is(",")) {
                parts.add(part);
                part = new ArrayList<>();
            } else {
                part.add(token);
            }
        }
        parts.add(part);
        return parts;
    }
}
